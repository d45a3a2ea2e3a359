import { expect, test } from "vitest";
import { fixture, highRisk, preview, summary, tool } from "../sample.ts";

const inputSchema = {
  type: "object",
  properties: { text: { type: "string", maxLength: 5 }, secret: { type: "string", pattern: "^a+$" } },
  required: ["text"],
  additionalProperties: false,
};

async function check(input: unknown, expected: string, message = ""): Promise<void> {
  const { call, ran } = fixture({ tools: [tool({ inputSchema })] });
  const outcome = await call("notes.create", input);
  expect([summary(outcome), ran.length]).toEqual([expected, expected === "completed" ? 1 : 0]);
  expect(JSON.stringify(outcome)).toContain(message);
}

const invalid = "refused invalid_input";
test("a fitting input passes", () => check({ text: "short" }, "completed"));
test("a missing property is named", () => check({}, invalid, "must have required property 'text'"));
test("an absent input is an empty one", () =>
  check(undefined, invalid, "must have required property 'text'"));
test("an unknown property is named", () => check({ text: "a", txet: "b" }, invalid, "txet"));
test("a path leads to the problem", () => check({ text: "longer" }, invalid, '"path":"/text"'));
for (const input of ["text", 7, true, [], [{ text: "a" }]])
  test(`${JSON.stringify(input)} is no input`, () => check(input, invalid, "must be a JSON object"));
test("an own `__proto__` is an unknown property", () =>
  check(JSON.parse('{"text":"a","__proto__":{"text":"b"}}'), invalid, "__proto__"));
test("an inherited property does not count", () => check(Object.create({ text: "a" }), invalid));
test("a value that JSON cannot hold is refused as input", async () => {
  const cyclic: Record<string, unknown> = { text: "a" };
  cyclic["self"] = cyclic;
  await check(cyclic, invalid);
  await check({ text: Number.NaN }, invalid);
  await check({ text: "\ud800" }, invalid);
});
test("nesting that no stack can hold is no input", () => {
  let deep: unknown = "a";
  for (let depth = 0; depth < 20_000; depth++) deep = [deep];
  return check({ text: deep }, invalid, "must be a JSON object");
});
test("`dryRun` on a tool without a dry run is a property like any other: its schema says what it may be", async () => {
  const open = fixture({ tools: [tool({ inputSchema: { type: "object" } })] });
  for (const dryRun of [true, false, "weekly"])
    expect(summary(await open.call("notes.create", { dryRun }))).toBe("completed");
  expect(open.ran).toEqual([{ dryRun: true }, { dryRun: false }, { dryRun: "weekly" }]);
  const properties = { text: { type: "string" }, dryRun: { type: "string" } };
  const declared = fixture({ tools: [tool({ inputSchema: { type: "object", properties } })] });
  expect(summary(await declared.call("notes.create", { dryRun: "weekly" }))).toBe("completed");
  expect(summary(await declared.call("notes.create", { dryRun: true }))).toBe(invalid);
  const closed = fixture();
  expect(summary(await closed.call("notes.create", { text: "a", dryRun: true }))).toBe(invalid);
});
test("`dryRun` must be boolean", async () => {
  const { call } = fixture({ tools: [tool({ dryRun: { mode: "supported", preview } })] });
  expect(summary(await call("notes.create", { text: "a", dryRun: "true" }))).toBe(invalid);
  expect(summary(await call("notes.create", { text: "a", dryRun: false }))).toBe("completed");
});

test("every problem of the input is named, not the first alone", async () => {
  const schema = {
    type: "object",
    properties: {
      to: { type: "string", maxLength: 5, pattern: "^a+$" },
      list: { type: "array", maxItems: 2, items: { type: "integer" } },
      count: { type: "integer", minimum: 1 },
    },
    required: ["subject"],
    additionalProperties: false,
  };
  const { call } = fixture({ tools: [tool({ inputSchema: schema })] });
  const problems = async (input: object) =>
    (
      (await call("notes.create", input)) as { failure?: { details?: { problems: { path: string }[] } } }
    ).failure?.details?.problems.map(
      ({ path, problem }: { path: string; problem?: string }) => `${path} ${problem}`,
    );
  expect(await problems({ to: "b", list: ["1", 2], count: 0, extra: 1 })).toEqual([
    " must have required property 'subject'",
    ' must not have the property "extra"',
    '/to must match pattern "^a+$"',
    "/list/0 must be integer",
    "/count must be >= 1",
  ]);
  // An input that is too long is not checked any further.
  expect(await problems({ to: "bbbbbb", list: ["1", "2", "3"], subject: 1 })).toEqual([
    ' must not have the property "subject"',
    "/to must NOT have more than 5 characters",
    "/list must NOT have more than 2 items",
  ]);
  const many = await problems({
    list: [],
    ...Object.fromEntries(Array.from({ length: 50 }, (_, nr) => [`x${nr}`, 1])),
  });
  expect(many?.at(-1)).toBe(" has 31 more problems");
});

test("defaults are filled in before any check of the input", async () => {
  const properties = { text: { type: "string" }, limit: { type: "integer", default: 20 } };
  const schema = { type: "object", properties, additionalProperties: false };
  const tools = [tool({ ...highRisk, inputSchema: schema, idempotency: { key: ["limit"], ttlMs: 60_000 } })];
  const { audit, call, approved, ran } = fixture({ tools });
  const asked = await call("notes.create", { text: "a" }, { canAsk: true });
  expect(asked).toMatchObject({ request: { input: { text: "a", limit: 20 } } });
  expect(asked.kind === "input_required" && asked.request.message).toContain("limit");
  expect(audit.records[0]).toMatchObject({ input: { text: "a", limit: 20 } });
  expect(summary(await approved("notes.create", { text: "a" }))).toBe("completed");
  expect(ran).toEqual([{ text: "a", limit: 20 }]);
  expect(summary(await call("notes.create", { text: "a", limit: 20 }))).toBe("replayed");
});

test("an idempotency key that cannot be honoured is refused, and that is on record", async () => {
  for (const idempotencyKey of ["", "k".repeat(257), 7 as never]) {
    const { audit, call, ran } = fixture();
    expect(summary(await call("notes.create", { text: "a" }, { idempotencyKey }))).toBe(invalid);
    expect([audit.records.length, ran]).toEqual([2, []]);
  }
});

test("a value is never echoed", async () => {
  const { call } = fixture({ tools: [tool({ inputSchema })] });
  const outcome = await call("notes.create", { text: "a", secret: "hunter2" });
  expect(JSON.stringify(outcome)).not.toContain("hunter2");
});

test("the handler gets its own canonical copy", async () => {
  const given = { text: "a", toJSON: undefined };
  let received: unknown;
  const { call } = fixture({
    execute: (input) => {
      received = input;
      return { id: "n" };
    },
  });
  await call("notes.create", given);
  expect(received).toEqual({ text: "a" });
  expect(received).not.toBe(given);
});

test("fifty kilobytes of hostile input are refused without running the costly checks behind the size limit", async () => {
  const items = { type: "array", maxItems: 10, uniqueItems: true };
  const schema = { type: "object", properties: { items }, additionalProperties: false };
  const { call } = fixture({ tools: [tool({ inputSchema: schema })] });
  const outcome = await call("notes.create", { items: Array.from({ length: 16_000 }, () => ({})) });
  expect(JSON.stringify(outcome)).toContain("must NOT have more than 10 items");
});

test("`dryRun` that is no boolean is named as the problem, and `true` plans", async () => {
  const { call, ran } = fixture({ tools: [tool({ dryRun: { mode: "supported", preview } })] });
  expect(await call("notes.create", { text: "a", dryRun: "true" })).toMatchObject({
    failure: {
      message: "The input does not fit the contract: /dryRun must be boolean.",
      details: { problems: [{ path: "/dryRun", problem: "must be boolean" }] },
    },
  });
  expect(summary(await call("notes.create", { text: "a", dryRun: true }))).toBe("planned");
  expect(ran).toEqual([]);
});

test("an idempotency key is a text of 1 to 256 characters", async () => {
  const { call } = fixture();
  const withKey = async (key: unknown) =>
    summary(await call("notes.create", { text: "a" }, { idempotencyKey: key as string }));
  expect(await withKey("k".repeat(256))).toBe("completed");
  for (const key of ["", "k".repeat(257), ["k"], 7, null]) expect(await withKey(key)).toBe(invalid);
});

test.each(["toString", "valueOf"])(
  "an input with a property %s where objects are compared is refused, and no fault",
  async (name) => {
    const properties = { one: { enum: [{ x: 1 }, "x"] }, other: { const: { x: 1 } } };
    const faults: unknown[] = [];
    const { call, ran } = fixture({
      tools: [tool({ inputSchema: { type: "object", properties } })],
      onFault: (fault) => faults.push(fault),
    });
    for (const given of [{ one: { [name]: 1 } }, { other: { [name]: 1 } }])
      expect(summary(await call("notes.create", given))).toBe("refused invalid_input");
    expect([ran, faults]).toEqual([[], []]);
  },
);
