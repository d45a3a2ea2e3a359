import type { Json, JsonObject } from "@proviso/manifest";
import { compileCondition } from "@proviso/manifest/condition";
import fc from "fast-check";
import { expect, test } from "vitest";
import { implication } from "./implication.ts";

const letters = ["a", "b", "x"];

/** All texts of these letters up to a length. */
function textsUpTo(length: number): readonly string[] {
  const shorter = length === 0 ? [] : textsUpTo(length - 1);
  const longest = shorter.filter((text) => text.length === length - 1);
  return length === 0
    ? [""]
    : [...shorter, ...longest.flatMap((text) => letters.map((letter) => text + letter))];
}

/** All lists of these items up to a length. */
function listsUpTo(items: readonly string[], length: number): readonly (readonly string[])[] {
  const shorter = length === 0 ? [] : listsUpTo(items, length - 1);
  const longest = shorter.filter((list) => list.length === length - 1);
  return length === 0
    ? [[]]
    : [...shorter, ...longest.flatMap((list) => items.map((item) => [...list, item]))];
}

const word = fc.string({ unit: fc.constantFrom("a", "b"), minLength: 1, maxLength: 3 });
const order = fc.constantFrom("<", "<=", ">", ">=", "==", "!=");
const asked = (path: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc
      .tuple(fc.constantFrom("startsWith", "endsWith", "contains"), word)
      .map(([how, text]) => `${path}.${how}("${text}")`),
    fc
      .tuple(order, word)
      .filter(([how]) => how.endsWith("=") && how.length === 2 && how !== "<=" && how !== ">=")
      .map(([how, text]) => `${path} ${how} "${text}"`),
    fc.tuple(order, fc.nat(5)).map(([how, size]) => `size(${path}) ${how} ${size}`),
  );

function joined(atom: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.letrec<{ all: string }>((tie) => ({
    all: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      atom,
      fc
        .tuple(tie("all"), fc.constantFrom("&&", "||"), tie("all"))
        .map(([one, how, other]) => `(${one} ${how} ${other})`),
      tie("all").map((inner) => `!${inner.startsWith("(") ? inner : `(${inner})`}`),
    ),
  })).all;
}

const ofText = joined(asked("input.text"));
const ofList = joined(
  fc.oneof(
    fc
      .tuple(fc.constantFrom("exists", "all"), joined(asked("t")))
      .map(([how, body]) => `input.list.${how}(t, ${body})`),
    fc.tuple(order, fc.nat(3)).map(([how, size]) => `size(input.list) ${how} ${size}`),
    word.map((text) => `"${text}" in input.list`),
  ),
);

/** Compares the verdict with what happens for every input that there is. */
function agree(one: string, other: string, schema: JsonObject, inputs: readonly JsonObject[]): string {
  const [premise, conclusion] = [one, other].map((text) => compileCondition(text, schema));
  const applies = (condition: typeof premise, input: JsonObject): boolean => {
    try {
      return condition?.({ input, principal: {}, env: {}, now: new Date(0) }) !== false;
    } catch {
      return true;
    }
  };
  const breaking = inputs.find((input) => applies(premise, input) && !applies(conclusion, input));
  const answer = implication(one, other, schema);
  if (answer.verdict === "proved") expect([one, other, breaking]).toEqual([one, other, undefined]);
  if (answer.verdict === "counterexample") {
    const { input } = answer.call;
    expect([one, other, applies(premise, input), applies(conclusion, input)]).toEqual([
      one,
      other,
      true,
      false,
    ]);
  }
  return breaking ? `${answer.verdict}, broken` : answer.verdict;
}

function count(run: (tell: (verdict: string) => void) => void): Readonly<Record<string, number>> {
  const counts: Record<string, number> = { proved: 0, counterexample: 0, undecidable: 0 };
  run((verdict) => {
    const [kind = ""] = verdict.split(",");
    counts[kind] = (counts[kind] ?? 0) + 1;
  });
  return counts;
}

test("what is proved of texts holds for each text up to the greatest length", () => {
  const counts = count((tell) =>
    fc.assert(
      fc.property(
        ofText,
        ofText,
        fc.integer({ min: 1, max: 6 }),
        fc.boolean(),
        (one, other, maxLength, isRelated) => {
          const schema = {
            type: "object",
            properties: { text: { type: "string", maxLength } },
            required: ["text"],
          };
          const inputs = textsUpTo(maxLength).map((text): JsonObject => ({ text }));
          tell(agree(one, isRelated ? `${one} || ${other}` : other, schema, inputs));
        },
      ),
      { seed: 11, numRuns: 150 },
    ),
  );
  expect(Math.min(counts["proved"] ?? 0, counts["counterexample"] ?? 0)).toBeGreaterThan(20);
});

test("what is proved of lists holds for each list up to the greatest length", () => {
  const items = textsUpTo(2);
  const counts = count((tell) =>
    fc.assert(
      fc.property(
        ofList,
        ofList,
        fc.integer({ min: 1, max: 2 }),
        fc.boolean(),
        (one, other, maxItems, isRelated) => {
          const list: Json = { type: "array", items: { type: "string" }, maxItems };
          const schema = { type: "object", properties: { list }, required: ["list"] };
          const inputs = listsUpTo(items, maxItems).map((each): JsonObject => ({ list: each }));
          tell(agree(one, isRelated ? `${one} || ${other}` : other, schema, inputs));
        },
      ),
      { seed: 13, numRuns: 60 },
    ),
  );
  expect(Math.min(counts["proved"] ?? 0, counts["counterexample"] ?? 0)).toBeGreaterThan(10);
});
