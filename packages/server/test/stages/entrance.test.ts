import { expect, test } from "vitest";
import { anna, ben, fixture, highRisk, preview, summary, tool, type Fixture } from "../sample.ts";

const minute = 60_000;
const limited = (limit: number, more: Fixture = {}) =>
  fixture({ attempts: { limit, perMs: minute }, ...more });
const nobody = { ...anna, permissions: [] };

test("refused calls are limited, whatever tool they name", async () => {
  const { call, callAs, clock } = limited(3);
  const words = [];
  for (const [name, input] of [
    ["notes.absent", {}],
    ["notes.create", { text: 1 }],
    ["notes.create", "no object"],
    ["notes.create", { text: "a" }],
  ] as const)
    words.push(summary(await call(name, input)));
  expect(words).toEqual([
    "unknown_tool",
    "refused invalid_input",
    "refused rate_limit_exceeded", // an input that cannot be read counts as a big one
    "completed",
  ]);
  expect(summary(await callAs(ben)("notes.create", { text: "a" }))).toBe("completed");
  await call("notes.absent");
  const refused = await call("notes.create", { text: "a" });
  expect(refused).toMatchObject({
    kind: "refused",
    failure: { code: "rate_limit_exceeded", retry: "after", details: { retryAfterMs: minute } },
  });
  clock.advance(minute);
  expect(summary(await call("notes.create", { text: "a" }))).toBe("completed");
});

test("calls that run, plan or replay use nothing up", async () => {
  const tools = [
    tool({ dryRun: { mode: "supported", preview }, idempotency: { key: ["text"], ttlMs: minute } }),
    tool({ name: "notes.fails" }),
  ];
  const { call } = limited(2, { tools });
  for (let round = 0; round < 9; round++)
    for (const input of [{ text: "a" }, { text: "a", dryRun: true }, { text: `b${round}` }])
      expect(summary(await call("notes.create", input))).not.toContain("refused");
});

test("questions use them up, each by the size of its input", async () => {
  const { call } = limited(10, { tools: [tool(highRisk)] });
  const big = { text: "x".repeat(64 * 1024) };
  const words = [];
  for (let round = 0; round < 3; round++)
    words.push(summary(await call("notes.create", big, { canAsk: true })));
  expect(words).toEqual(["input_required", "input_required", "refused rate_limit_exceeded"]);
});

test("a call that is bigger than a whole window is not refused for ever", async () => {
  const { call } = limited(2);
  expect(summary(await call("notes.create", { text: "x".repeat(64 * 1024) }))).toBe("completed");
});

test("a flood leaves one record for each window", async () => {
  const { audit, call, clock } = limited(2);
  for (let window = 1; window <= 2; window++) {
    for (let round = 0; round < 50; round++) await call("notes.absent", { text: "x" });
    expect(audit.records).toHaveLength(5 * window);
    expect(audit.records.at(-1)).toMatchObject({ kind: "outcome", failure: "rate_limit_exceeded" });
    clock.advance(minute);
  }
});

test("a clock that is put back does not keep anybody out", async () => {
  const { call, clock } = limited(1);
  await call("notes.absent");
  expect(summary(await call("notes.create", { text: "a" }))).toBe("refused rate_limit_exceeded");
  clock.advance(-60 * minute);
  expect(summary(await call("notes.create", { text: "a" }))).toBe("completed");
});

test("what is refused here names the tool that was asked for, and is on record as refused", async () => {
  const { audit, call } = limited(1);
  await call("notes.absent");
  for (const name of ["notes.absent", "notes.create"])
    expect(await call(name, { text: "a" })).toEqual({
      kind: "refused",
      tool: name,
      failure: {
        code: "rate_limit_exceeded",
        message: expect.any(String),
        retry: "after",
        details: { retryAfterMs: minute },
      },
    });
  const record = audit.records.at(-1);
  expect(record).toMatchObject({ kind: "outcome", outcome: "refused" });
  expect(record).not.toHaveProperty("fault");
});

test("a server that shuts down refuses every call and puts each on record, with the reason", async () => {
  const { promise, resolve } = Promise.withResolvers<object>();
  const { audit, call, ran, server } = fixture({ execute: () => promise });
  const running = call("notes.create", { text: "a" });
  while (ran.length === 0) await new Promise((wait) => setImmediate(wait));
  const closed = server.close();
  for (const text of ["b", "c"])
    expect(await call("notes.create", { text })).toMatchObject({
      kind: "refused",
      tool: "notes.create",
      failure: { code: "server_unavailable", retry: "after", details: { retryAfterMs: 5000 } },
    });
  resolve({ id: "n" });
  expect(summary(await running)).toBe("completed");
  await closed;
  const refused = audit.records.filter(({ fault }) => fault === "the server was shutting down");
  expect(refused.map(({ kind, outcome, failure }) => [kind, outcome, failure])).toEqual([
    ["outcome", "refused", "server_unavailable"],
    ["outcome", "refused", "server_unavailable"],
  ]);
});

test("of the calls of one principal so many run at once, and nobody else waits for them", async () => {
  const finish: (() => void)[] = [];
  const { call, callAs } = fixture({
    callsAtOnce: 3,
    execute: () => new Promise((resolve) => void finish.push(() => resolve({ id: "n" }))),
  });
  const running = [1, 2, 3].map((nr) => call("notes.create", { text: String(nr) }));
  const other = callAs(ben)("notes.create", { text: "a" });
  while (finish.length < 4) await new Promise((resolve) => setImmediate(resolve));
  const refused = await call("notes.create", { text: "4" });
  expect(refused).toMatchObject({ failure: { code: "rate_limit_exceeded", retry: "after" } });
  for (const end of finish) end();
  expect((await Promise.all([...running, other])).map(summary)).toEqual(Array(4).fill("completed"));
  const again = call("notes.create", { text: "4" });
  while (finish.length < 5) await new Promise((resolve) => setImmediate(resolve));
  finish[4]?.();
  expect(summary(await again)).toBe("completed");
});

test("what is only resolved makes room again, also when it is refused", async () => {
  const { call, server } = fixture({ callsAtOnce: 1 });
  for (const principal of [anna, ben, anna])
    expect(await server.resolve("notes.create", { text: "a" }, { principal })).not.toMatchObject({
      failure: { code: "rate_limit_exceeded" },
    });
  expect(summary(await call("notes.create", { text: "a" }))).toBe("completed");
});

test("of a caller without the permission, and of a tool that is not found, size and digest are on record", async () => {
  const { audit, callAs } = fixture({
    visible: ({ name }) => name !== "notes.hidden",
    tools: [tool(), tool({ name: "notes.hidden" })],
  });
  const call = callAs(nobody);
  const text = "s3cret".repeat(1000);
  for (const name of ["notes.create", "notes.hidden", "notes.absent"]) await call(name, { text });
  const intents = audit.records.filter(({ kind }) => kind === "intent");
  expect(JSON.stringify(audit.records)).not.toContain("s3cret");
  const [digest] = intents.map(({ inputDigest }) => inputDigest);
  expect(digest).toMatch(/^[0-9a-f]{64}$/);
  for (const intent of intents) {
    expect(intent).toMatchObject({ inputBytes: JSON.stringify({ text }).length, inputDigest: digest });
    expect(intent.fingerprint).toBeUndefined();
  }
  await callAs(anna)("notes.create", { text: "a" });
  expect(audit.records.findLast(({ kind }) => kind === "intent")).toMatchObject({ input: { text: "a" } });
});

test("a flood of big refused inputs leaves next to nothing on record", async () => {
  let bytes = 0;
  const { callAs, server } = fixture({
    attempts: { limit: 1200, perMs: minute },
    audit: { append: async (entry) => void (bytes += JSON.stringify(entry).length), close: async () => {} },
  });
  const input = { text: "x".repeat(64 * 1024) };
  for (let round = 0; round < 10; round++)
    await Promise.all(Array.from({ length: 20 }, () => callAs(nobody)("notes.create", input)));
  await server.close();
  expect(bytes).toBeLessThan(5 * 64 * 1024 * 2);
});
