/**
 * What a program finds in its realm before it begins, as an expression. Returns a function that runs the program, and one that reads the
 * reply to a call. A program can change all of it, to its own harm alone: the host trusts only names and JSON texts.
 */
export const prelude = `((call, touch, log, names) => {
  "use strict";
  const { parse, stringify } = JSON;
  const stop = () => { touch(); for (;;); };
  const traps = {};
  for (const trap of Object.getOwnPropertyNames(Reflect)) traps[trap] = stop;
  // \`await\` asks every value for \`then\`.
  traps.get = (_, key) => (key === "then" ? undefined : stop());
  const read = (text) => {
    const { kind, value } = parse(text);
    if (kind === "pending") return new Proxy(function () {}, traps);
    if (kind === "value") return value;
    throw Object.assign(new Error(value.message), value);
  };
  const tools = Object.create(null);
  for (const name of names) {
    const path = name.split(".");
    const last = path.pop();
    const domain = path.reduce((owner, key) => (owner[key] ??= Object.create(null)), tools);
    domain[last] = async (input = {}) => read(await call(name, stringify(input)));
  }
  const print = (...values) => log(values.map((each) => (typeof each === "string" ? each : stringify(each) ?? String(each))).join(" "));
  const hide = (owner, names) => { for (const name of names) delete owner[name]; };
  hide(globalThis, ["eval", "Date", "Atomics", "SharedArrayBuffer", "WeakRef", "FinalizationRegistry", "performance", "navigator", "scriptArgs", "queueMicrotask"]);
  hide(Math, ["random"]);
  const freeze = (value) => { Object.values(value).forEach((each) => { if (typeof each === "object") freeze(each); }); return Object.freeze(value); };
  Object.defineProperty(globalThis, "tools", { value: freeze(tools) });
  Object.defineProperty(globalThis, "console", { value: Object.freeze({ log: print, info: print, warn: print, error: print, debug: print }) });
  return async (main) => stringify((await main()) ?? null) ?? "null";
})`;
