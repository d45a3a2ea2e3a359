// Texts that a condition converts: what is no number or time cannot be evaluated, so that the condition counts as true.
import { expect, test } from "vitest";
import type { JsonSchema } from "../src/index.ts";
import { checkCondition, compileCondition, refinementChooser } from "../src/condition.ts";
import type { ToolContract } from "../src/index.ts";

const inputSchema: JsonSchema = {
  type: "object",
  properties: { text: { type: "string" }, any: {} },
};

function run(expression: string, input: object): boolean {
  expect(checkCondition(expression, inputSchema)).toEqual({ ok: true });
  const scope = { principal: {}, env: { name: "live" }, now: new Date(0) };
  return compileCondition(expression, inputSchema)({ input: { ...input }, ...scope });
}

const texts = ["", " ", "0b11", "0o17", "0x1f", "1_0", "1.5", "five", "١"];

test.each(texts)("int of the text %j cannot be evaluated", (text) => {
  for (const expression of ["int(input.text) > 1000", "int((input.text)) + 1 > 5"])
    expect(() => run(expression, { text })).toThrow(/a text is not|overload|to convert/);
  expect(() => run("int(input.any) > 1000", { any: text })).toThrow(/a text is not|overload|to convert/);
  expect(() => run("['7', input.text].exists(each, int(each) > 1000)", { text })).toThrow(
    /a text is not|overload|to convert/,
  );
});

test("int of digits, and of a number, is that number", () => {
  for (const text of ["1001", "+1001", "00001001"])
    expect(run("int(input.text) > 1000", { text })).toBe(true);
  for (const text of ["1000", "-1001", "-0"]) expect(run("int(input.text) > 1000", { text })).toBe(false);
  expect(run("int(input.any) > 1000", { any: 1001.9 })).toBe(true);
  expect(run("int('(' + input.text + ')') > 1000 || true", { text: "5" })).toBe(true);
});

test.each([
  "2026-01-01T12:00:00.000",
  "Jan 1 2026 12:00:00 PST",
  "2026-02-31T12:00:00Z",
  "2026-01-01 12:00:00Z0",
  "",
])("a time that depends on the machine, or that no calendar has, cannot be evaluated: %j", (text) =>
  expect(() => run("timestamp(input.text) > now", { text })).toThrow(/a text is not|overload|to convert/),
);

test("a time with a zone is evaluated", () => {
  for (const text of ["2026-02-28T12:00:00Z", "2026-02-28T12:00:00.5+01:00"])
    expect(run("timestamp(input.text) > now", { text })).toBe(true);
});

test("a refinement whose condition cannot be evaluated does not apply", () => {
  const refinements = [{ when: "int(input.text) < 10" }, { when: "true" }];
  const choose = refinementChooser({ inputSchema, refinements } as unknown as ToolContract);
  expect([choose({ text: "5" }), choose({ text: "50" }), choose({ text: "" })]).toEqual([0, 1, undefined]);
});
