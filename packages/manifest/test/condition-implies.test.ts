import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileCondition, conditionImplies } from "../src/condition.ts";

describe("a condition holds wherever another does", () => {
  test.each([
    ["input.a > 5.0", "input.a > 3.0"],
    ["input.a > 5.0", "input.a >= 5.0"],
    ["5.0 < input.a", "input.a > 5.0"],
    ["input.a == 7.0", "input.a > 5.0"],
    ["input.a <= 5.0", "input.a < 6.0"],
    ["size(input.to) > 10", "size(input.to) > 1"],
    ["input.x == 'a'", "input.x in ['a', 'b']"],
    ["input.x in ['a']", "input.x in ['b', 'a']"],
    ["input.x == 'a'", "input.x == 'a' || input.a > 5.0"],
    ["input.x == 'a' && input.a > 5.0", "input.a > 3.0"],
    ["input.x == 'a'  ||  input.x == 'b'", "input.x in ['a', 'b']"],
  ])("%s: %s", (one, other) => expect(conditionImplies(one, other)).toBe(true));
});

describe("it is uncertain whether", () => {
  test.each([
    ["input.a > 5.0", "input.b > 3.0"],
    ["input.a > 5", "input.a > 3.0"],
    ["input.a >= 5.0", "input.a > 5.0"],
    ["input.a > 5.0", "input.a < 9.0"],
    ["input.x in ['a', 'c']", "input.x in ['a', 'b']"],
    ["!(input.a > 5.0)", "!(input.a > 9.0)"],
    ["input.", "input.a > 3.0"],
    // A list of one is not its item.
    ["input.x == 'a'", "input.x == ['a']"],
    ["input.x == ['a']", "input.x == 'a'"],
    ["input.x == ['a']", "input.x in ['a', 'b']"],
    ["['a'] == input.x", "input.x == 'a'"],
    ["uint(input.a) > 5u", "uint(input.a) > 50000u"],
    ["uint(input.a) in [5u, 6u]", "uint(input.a) in [7u, 6u]"],
    ["bytes(input.x) == b'a'", "bytes(input.x) == b'b'"],
    ["input.a > 5.0 && input.b == 1u", "input.a > 5.0 && input.b == 2u"],
    [`input.x == '${"a".repeat(3000)}'`, "input.a > 3.0"],
  ])("%s: %s", (one, other) => expect(conditionImplies(one, other)).toBe(false));
});

const schema = {
  type: "object",
  properties: { a: { type: "number" }, b: { type: "number" }, x: { type: "string" } },
} as const;
const atoms = fc.oneof(
  fc
    .tuple(fc.constantFrom("a", "b"), fc.constantFrom("<", "<=", ">", ">=", "=="), fc.nat(3))
    .map(([field, operator, bound]) => `input.${field} ${operator} ${bound}.0`),
  fc
    .tuple(fc.nat(3), fc.constantFrom("<", "<=", ">", ">="), fc.constantFrom("a", "b"))
    .map(([bound, operator, field]) => `${bound}.0 ${operator} input.${field}`),
  fc.subarray(["p", "q", "r"], { minLength: 1 }).map((list) => `input.x in ${JSON.stringify(list)}`),
  fc.constantFrom("p", "q").map((value) => `input.x == '${value}'`),
  fc.constantFrom("has(input.a)", "!(input.a > 1.0)", "true"),
);
const { conditions } = fc.letrec<{ conditions: string }>((tie) => ({
  conditions: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    atoms,
    fc
      .tuple(tie("conditions"), fc.constantFrom("&&", "||"), tie("conditions"))
      .map(([one, operator, other]) => `(${one}) ${operator} (${other})`),
  ),
}));

test("where it is certain, no input that the one asks about is missed by the other", () => {
  const numbers = [undefined, 0, 1, 2, 3, 4];
  const inputs = numbers.flatMap((a) =>
    [undefined, 0, 2].flatMap((b) =>
      [undefined, "p", "q"].map((x) => JSON.parse(JSON.stringify({ a, b, x })) as Record<string, string>),
    ),
  );
  let certain = 0;
  fc.assert(
    fc.property(conditions, conditions, (one, other) => {
      if (!conditionImplies(one, other)) return;
      certain += 1;
      const [first, second] = [one, other].map((text) => compileCondition(text, schema));
      for (const input of inputs) {
        const verdicts = [first, second].map((condition) => {
          try {
            return condition?.({ input, principal: {}, env: {}, now: new Date(0) }) === true;
          } catch {
            return true;
          }
        });
        // A condition that cannot be evaluated asks as well.
        if (verdicts[0]) expect([one, other, input, verdicts[1]]).toEqual([one, other, input, true]);
      }
    }),
    { seed: 7, numRuns: 3000 },
  );
  expect(certain).toBeGreaterThan(100);
});
