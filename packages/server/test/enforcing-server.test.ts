import { expect, test } from "vitest";
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { createEnforcingServer } from "../src/gate/enforcing-server.ts";
import type { Store } from "../src/api/ports.ts";
import { anna, fixture, manifest, summary, tool } from "./sample.ts";

const minimal = { ports: () => ({}), manifest: manifest(tool()) };

function check(handlers: object, message: string): void {
  expect(() => createEnforcingServer({ ...minimal, handlers: handlers as never })).toThrow(message);
}

test("a server with a tool that has no handler does not start", () =>
  check(
    {},
    "notes.create has no handler: add `create` to the handlers of `notes`, in notes.ts of the folder `handlers` of proviso.yaml; " +
      "`npx proviso doctor` lists all that is missing",
  ));
test("an inherited handler does not count", () =>
  check(Object.create({ "notes.create": () => ({}) }), "no handler"));
test("a handler that is not a function does not count", () =>
  check({ "notes.create": { plan() {} } }, "no handler"));
test("a handler for no tool stops the server from starting", () =>
  check(
    { "notes.create": () => ({}), "notes.crate": () => ({}) },
    "handlers for no callable tool: notes.crate",
  ));
test("a handler for a forbidden tool stops the server from starting", () => {
  const forbidden = manifest(tool({ riskLevel: "forbidden" }));
  const options = { ...minimal, manifest: forbidden, handlers: { "notes.create": () => ({}) } };
  expect(() => createEnforcingServer(options)).toThrow("handlers for no callable tool: notes.create");
});

test.each(["approvalMs", "receiptMs", "auditMs", "decisionMs"])("%s must be a time that ends", (name) => {
  for (const ms of [Number.NaN, Number.POSITIVE_INFINITY, 0, -1, 2 ** 31, "60"])
    expect(() => fixture({ [name]: ms as number })).toThrow(`\`${name}\` must be a number of milliseconds`);
  expect(() => fixture({ [name]: 2 ** 31 - 1 })).not.toThrow();
});

test("a state key without a store stops the server from starting", () =>
  expect(() => fixture({ store: undefined as never })).toThrow("`stateKeys` needs a `store`"));

test("a server needs nothing but ports, handlers and its manifest", async () => {
  const server = createEnforcingServer({ ...minimal, handlers: { "notes.create": () => ({ id: "n" }) } });
  const outcome = await server.invoke("notes_create", { text: "x" }, { principal: anna });
  expect(outcome).toEqual({ kind: "completed", tool: "notes.create", output: { id: "n" }, replayed: false });
});

test("closing waits for what is running, and then nothing runs any more", async () => {
  let finish = (): void => {};
  const { call, server, ran } = fixture({
    execute: () => new Promise((resolve) => (finish = () => resolve({ id: "n" }))),
  });
  const running = call("notes.create", { text: "x" });
  while (ran.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const closing = server.close();
  expect(summary(await call("notes.create", { text: "x" }))).toBe("refused server_unavailable");
  expect(summary(await call("notes.missing"))).toBe("refused server_unavailable");
  finish();
  await closing;
  expect(summary(await running)).toBe("completed");
  expect(ran).toHaveLength(1);
});

test("a listener for faults that fails changes nothing", async () => {
  const { call } = fixture({
    execute: () => Promise.reject(new Error("s3cret")),
    onFault: () => {
      throw new Error("disk full");
    },
  });
  expect(summary(await call("notes.create", { text: "x" }))).toBe("failed outcome_unknown");
});

test("the same list is handed out while everything is visible", () => {
  const { server } = fixture();
  expect(server.list(anna)).toBe(server.list());
});

test("where what enforces calls cannot be loaded, each of them is refused, and nobody is told more", async () => {
  const program = `
    import { registerHooks } from "node:module";
    registerHooks({
      resolve(specifier, context, next) {
        if (specifier === "./calls.ts") throw new Error("cannot read /var/secret");
        return next(specifier, context);
      },
    });
    const { anna, fixture } = await import(${JSON.stringify(new URL("sample.ts", import.meta.url))});
    const faults = [];
    const { server, call, ran } = fixture({ onFault: ({ message }, tool) => faults.push([message, tool]) });
    const answers = [
      await call("notes.create", { text: "x" }),
      await call("notes.create", { text: "x" }),
      await server.resolve("notes.create", { text: "x" }, { principal: anna }),
      await call("notes.unknown", {}),
    ];
    await server.close();
    console.log(JSON.stringify({ answers, faults, ran }));`;
  const args = ["--input-type=module", "-e", program];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const refused = (name: string) => ({
    kind: "refused",
    tool: name,
    failure: { code: "internal_error", message: "The server could not process the call.", retry: "never" },
  });
  const names = ["notes.create", "notes.create", "notes.create", "notes.unknown"];
  expect(JSON.parse(stdout)).toEqual({
    answers: names.map(refused),
    faults: [...Array.from({ length: 3 }, () => "notes.create"), "unknown"].map((name) => [
      "cannot read /var/secret",
      name,
    ]),
    ran: [],
  });
});

test("a tool whose contract is not whole is refused, and the others are not", async () => {
  const faults: string[] = [];
  const tools = [tool(), tool({ name: "notes.half", failureModes: undefined as never })];
  const { server, call } = fixture({ tools, onFault: (_error, name) => faults.push(name) });
  expect(summary(await call("notes.half", { text: "x" }))).toBe("refused internal_error");
  expect(await server.resolve("notes.half", {}, { principal: anna })).toMatchObject({ kind: "refused" });
  expect(summary(await call("notes.create", { text: "x" }))).toBe("completed");
  expect(faults).toEqual(["notes.half", "notes.half"]);
});

test("a server that could not return what a contract allows does not start", () => {
  const { outputSchema: _output, ...plain } = tool();
  const tools = [{ ...plain, result: { kinds: ["image"], maxBytes: 6_000_000 } } as const];
  expect(() => fixture({ tools })).toThrow("`notes.create` may return 8000000 bytes of base64");
  expect(() => fixture({ tools, maxResultBytes: 9_000_000 })).not.toThrow();
});

test.for([
  ["policys", { policys: {} }],
  ["limits", { attempts: { limits: 5, perMs: 1000 } }],
] as const)("a misspelt option, %s, is refused at the start, and not ignored", ([name, options]) => {
  expect(() => fixture(options as never)).toThrow(`there is no option \`${name}\`; there are \``);
});

test("a server is ready while its store takes values, and closes it whatever becomes of the audit", async () => {
  const { store } = fixture();
  let [canWrite, isClosed] = [true, false];
  const given: Store = {
    ...store,
    put: (...value) => (canWrite ? store.put(...value) : Promise.reject(new Error("read-only"))),
    close: async () => void (isClosed = true),
  };
  const audit = { append: async () => {}, close: () => Promise.reject(new Error("the disk is gone")) };
  const { server } = fixture({ store: given, audit: audit as never });
  expect(await server.ready()).toBe(true);
  canWrite = false;
  expect(await server.ready()).toBe(false);
  await expect(server.close()).rejects.toThrow("the disk is gone");
  expect(isClosed).toBe(true);
});
