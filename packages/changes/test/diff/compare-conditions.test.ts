import type { JsonObject } from "@proviso/manifest";
import { describe, expect, test } from "vitest";
import { callsText, compareConditions } from "../../src/diff/facts/compare-conditions.ts";

const schema: JsonObject = {
  type: "object",
  properties: {
    a: { type: "integer", minimum: 0, maximum: 9 },
    b: { type: "number" },
    x: { enum: ["a", "b", "c"] },
    to: { type: "array", items: { type: "string" }, maxItems: 20 },
  },
  required: ["a", "x", "to"],
};
const tool = { inputSchema: schema, examples: [{ input: { a: 1, x: "b", to: [] } }] };
const compare = (before: string, after: string, appliesOnError = true) =>
  compareConditions({ before, after, tools: [tool, tool], appliesOnError });

describe("an edited condition is compared for every value of its arguments' types", () => {
  test.each([
    ["input.a > 5.0", "input.a > 3.0", "wider"],
    ["input.a > 5.0", "input.a >= 5.0", "wider"],
    ["5.0 < input.a", "input.a > 5.0", "same"],
    ["input.a == 7.0", "input.a > 5.0", "wider"],
    ["size(input.to) > 10", "size(input.to) > 1", "wider"],
    ["size(input.to) > 10", "size(input.to) >= 11", "same"],
    ["input.x in ['a']", "input.x in ['b', 'a']", "wider"],
    ["input.x == 'a' && input.a > 5.0", "input.a > 3.0", "wider"],
    ["input.x == 'a'  ||  input.x == 'b'", "input.x in ['b', 'a']", "same"],
    ["!(input.a > 9.0)", "!(input.a > 5.0)", "narrower"],
    ["!has(input.b) && !has(input.to)", "!(has(input.b) || has(input.to))", "same"],
    ["now.getHours() < 8 || input.a > 5.0", "input.a > 5.0", "narrower"],
    ["input.a > 5.0", "input.b > 3.0", "unclear"],
    ["input.a > 5.0", "input.a < 9.0", "unclear"],
    ["input.x in ['a', 'c']", "input.x in ['a', 'b']", "unclear"],
    ["uint(input.a) > 5u", "uint(input.a) > 50000u", "unclear"],
    ["now.getHours() < 8", "now.getHours() < 9", "wider"],
    ["input.a > 5.0", "input.gone > 3.0", "unclear"],
    // Equal within the bounds of today, which may be moved tomorrow.
    ["input.a > 9.0", "input.a > 10.0", "narrower"],
    ["input.x != 'a'", "input.x in ['b', 'c']", "narrower"],
    ["input.a > 5.0", "input.a >= 6.0", "narrower"],
  ])("%s -> %s: %s", (before, after, difference) =>
    expect(compare(before, after)).toMatchObject({ difference }),
  );
});

test("a refinement does not apply where its condition cannot be evaluated, so what has to be there counts", () => {
  expect(compare("input.b > 3.0", "has(input.b) && input.b > 3.0", true).difference).toBe("narrower");
  expect(compare("input.b > 3.0", "input.b > 2.0", false).difference).toBe("wider");
  // The same calls, but later refinements apply where this one is false.
  expect(compare("input.b > 3.0", "has(input.b) && input.b > 3.0", false).difference).toBe("unclear");
});

describe("valid calls show what changed", () => {
  test.each([
    ["input.a > 5", "input.a > 7", { noLonger: { a: 6, x: "b", to: [] } }],
    ["input.a > 7", "input.a > 5", { newly: { a: 6, x: "b", to: [] } }],
    [
      "input.x == 'a'",
      "input.x == 'b'",
      { noLonger: { a: 1, x: "a", to: [] }, newly: { a: 1, x: "b", to: [] } },
    ],
    ["principal.kind == 'agent'", "false", { noLonger: { x: "b", principal: { kind: "agent" } } }],
    ["env.name == 'live'", "env.name == 'test'", { newly: { env: { name: "test" } } }],
  ])("%s -> %s", (before, after, calls) => expect(compare(before, after)).toMatchObject(calls));
  test("none where the bounds of today allow none", () =>
    expect(compare("input.a > 9.0", "input.a > 10.0")).toEqual({ difference: "narrower" }));
});

test("the message of a change has the calls", () => {
  const text = callsText(compare("input.x == 'a'", "input.x == 'b'"), [
    "no longer asks about",
    "newly asks about",
  ]);
  expect(text).toBe(
    '; no longer asks about `{"a":1,"to":[],"x":"a"}`, and newly asks about `{"a":1,"to":[],"x":"b"}`',
  );
  expect(callsText({ difference: "same" }, ["no longer", "newly"])).toBe("");
});
