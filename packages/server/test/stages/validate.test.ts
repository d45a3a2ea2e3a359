import { expect, test } from "vitest";
import { fixture, preview, summary, tool } from "../sample.ts";

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
test("an inherited property is none", () => check(Object.create({ text: "a" }), invalid));
test("what JSON cannot hold is no input", async () => {
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
