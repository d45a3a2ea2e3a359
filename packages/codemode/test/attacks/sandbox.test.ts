import { expect, test } from "vitest";
import type { Reply, SandboxLimits } from "../../src/sandbox/messages.ts";
import { runSandbox, type SandboxRun } from "../../src/sandbox/sandbox.ts";

const limits: SandboxLimits = {
  steps: 300,
  memoryBytes: 16 << 20,
  stackBytes: 256 << 10,
  textLength: 20_000,
};

interface Run extends SandboxRun {
  readonly calls: readonly string[];
}

/** Runs a program whose calls get `reply`, the same each time. */
async function run(
  source: string,
  reply: Reply = { kind: "value", value: { id: 1 } },
  silentMs = 60_000,
): Promise<Run> {
  const calls: string[] = [];
  const start = { source, tools: ["notes.create", "notes.list"], limits };
  const ended = await runSandbox(start, silentMs, new AbortController().signal, async (tool, input) => {
    calls.push(`${tool} ${input}`);
    return reply;
  });
  return { ...ended, calls };
}

async function value(source: string, reply?: Reply): Promise<unknown> {
  const { end } = await run(source, reply);
  return end.kind === "returned" ? end.value : end;
}

test("a program calls tools by their names, with await, and returns JSON", async () => {
  const { calls, end, logs } = await run(
    `console.log("begin", { a: 1 });
     const note = await tools.notes.create({ text: "x" });
     return { id: note.id, undefined: undefined };`,
  );
  expect(calls).toEqual(['notes.create {"text":"x"}']);
  expect(end).toEqual({ kind: "returned", value: { id: 1 } });
  expect(logs).toEqual(['begin {"a":1}']);
});

test("concurrent calls are made in the order of the program, and answered in it", async () => {
  const { calls, end } = await run(
    `const order = [];
     await Promise.all([1, 2, 3].map(async (n) => { await tools.notes.create({ n }); order.push(n); await tools.notes.list({ n }); }));
     return order;`,
  );
  expect(calls.map((call) => call.replaceAll(/\D/g, "")).join("")).toBe("123123");
  expect(end).toEqual({ kind: "returned", value: [1, 2, 3] });
});

test("what is missing: network, files, clock, randomness, other realms", async () => {
  const names =
    "process require fetch XMLHttpRequest WebAssembly Date performance setTimeout Atomics SharedArrayBuffer WeakRef FinalizationRegistry eval navigator Deno Bun global self std os scriptArgs print __loadScript";
  expect(
    await value(`return ${JSON.stringify(names)}.split(" ").filter((name) => name in globalThis)`),
  ).toEqual([]);
  expect(await value("return typeof Math.random")).toBe("undefined");
});

test("constructor chains stay in the sandbox", async () => {
  const chains = [
    "tools.notes.create.constructor.constructor",
    "(async () => {}).constructor",
    "(await tools.notes.create({})).constructor.constructor",
    "console.log.constructor",
    "new Error().constructor.constructor",
  ];
  for (const chain of chains) {
    const found = await value(`return await ${chain}("return typeof process + typeof require")()`);
    expect(found).toBe("undefinedundefined");
  }
});

test("import finds nothing", async () => {
  expect(await value('return await import("node:fs")')).toMatchObject({ kind: "threw" });
  expect(await value("return import.meta")).toMatchObject({ kind: "threw" });
});

test("a program that breaks out of its function is still in the sandbox, and makes no call before it begins", async () => {
  const { calls, end } = await run("}); tools.notes.create({}); (async () => {");
  expect(calls).toEqual([]);
  expect(end).toMatchObject({ kind: "threw" });
});

test("getters on globals and changed prototypes harm nobody else", async () => {
  const { calls, end } = await run(
    `Object.defineProperty(Object.prototype, "kind", { get: () => "value", set() {} });
     Object.defineProperty(Object.prototype, "then", { value: undefined });
     Promise.prototype.then = JSON.parse = JSON.stringify = () => "{}";
     await tools.notes.create({ text: "x" });`,
  );
  // It called what it asked for, or nothing.
  for (const call of calls) expect(call).toBe('notes.create {"text":"x"}');
  expect(end.kind).not.toBe("limit");
});

test("results are data: __proto__, constructor and toJSON change nothing", async () => {
  const reply: Reply = {
    kind: "value",
    value: JSON.parse('{"__proto__": {"admin": true}, "toJSON": "x", "constructor": 1}'),
  };
  expect(
    await value(
      "const r = await tools.notes.list(); return [({}).admin ?? null, typeof r.toJSON, r.constructor]",
      reply,
    ),
  ).toEqual([null, "string", 1]);
});

test("an error of a call is an error with its code, and can be caught", async () => {
  const reply: Reply = { kind: "error", value: { code: "not_found", message: "No such note." } };
  expect(
    await value(
      "try { await tools.notes.list() } catch (error) { return [error.code, error.message, error instanceof Error] }",
      reply,
    ),
  ).toEqual(["not_found", "No such note.", true]);
  expect(await value("await tools.notes.list()", reply)).toEqual({
    kind: "threw",
    message: "Error: No such note.",
  });
});

const ends = [
  ["an endless loop", "for (;;);", "steps"],
  ["an endless loop whose interruption is caught", "for (;;) try { for (;;); } catch {}", "steps"],
  [
    "an endless loop in an async function that is caught",
    "try { await (async () => { for (;;); })() } catch {} return 1",
    "steps",
  ],
  [
    "an endless chain of promises",
    "const again = () => { Promise.resolve().then(again); }; again(); await new Promise(() => {})",
    "steps",
  ],
  ["a pattern that backtracks for ever", "return /^(a+)+$/.test('a'.repeat(60) + '!')", "steps"],
  ["a memory bomb", "const all = []; for (;;) all.push([1, 2, 3, 4, 5, 6])", "memory"],
  ["texts, each of them small", "const all = []; for (;;) all.push('x'.repeat(1000))", "memory"],
  ["a buffer", "return new Uint8Array(3e8).length", "memory"],
  ["a text that doubles", "let s = 'x'; for (;;) s += s", "memory"],
  ["a result that is too large", "return 'x'.repeat(30000)", "text"],
  ["calls that nobody waits for", "for (;;) tools.notes.list()", "text"],
  [
    "large calls that nobody waits for",
    "const s = 'x'.repeat(19000); for (;;) tools.notes.create({ s })",
    "text",
  ],
  ["arguments that are too large", "await tools.notes.create({ text: 'x'.repeat(30000) })", "text"],
] as const;

test.each(ends)("%s ends at the limit %s", async (_, source, limit) => {
  expect((await run(source)).end).toEqual({ kind: "limit", limit });
});

test("recursion ends in an error or at the limit, and the next program runs", async () => {
  expect((await run("const f = () => f() + 1; f()")).end).toMatchObject({
    kind: expect.stringMatching(/threw|limit/),
  });
  expect((await run("let a = []; for (let i = 0; i < 1e5; i++) a = [a]; return a")).end).toMatchObject({
    kind: expect.stringMatching(/threw|limit/),
  });
  expect(await value("return 1")).toBe(1);
});

test("a promise that never settles ends the program", async () => {
  expect((await run("await new Promise(() => {})")).end).toEqual({ kind: "stuck" });
});

test("a built-in function that never ends is ended by time", async () => {
  const endless = "Array.prototype.includes.call({ length: 2 ** 53 - 1 }, 1)";
  expect((await run(endless, undefined, 2000)).end).toEqual({
    kind: "limit",
    limit: "silent",
  });
});

const touches = [
  "r.id",
  "JSON.stringify(r)",
  "r()",
  "new r()",
  "'id' in r",
  "({ ...r })",
  "r.id = 1",
  "r == 1",
];

test.each(touches)("a pending result stops the program that reads it: %s", async (touch) => {
  const { calls, end } = await run(
    `const r = await tools.notes.create({ n: 1 });
     try { ${touch} } catch {}
     await tools.notes.create({ n: 2 });`,
    { kind: "pending" },
  );
  expect(end).toEqual({ kind: "stopped" });
  expect(calls).toEqual(['notes.create {"n":1}']);
});

test("a program that reads no pending result goes on, and calls that it made before are asked for", async () => {
  const pending: Reply = { kind: "pending" };
  const loop = await run("for (const n of [1, 2, 3]) await tools.notes.create({ n }); return 'end'", pending);
  expect([loop.calls.length, loop.end]).toEqual([3, { kind: "returned", value: "end" }]);
  const all = await run(
    "const ids = await Promise.all([1, 2, 3].map(async (n) => (await tools.notes.create({ n })).id));",
    pending,
  );
  expect([all.calls.length, all.end]).toEqual([3, { kind: "stopped" }]);
  expect((await run("return await tools.notes.create({ n: 1 })", pending)).end).toEqual({ kind: "stopped" });
});
