import { type Json, type JsonObject, type ToolContract, withDefaults } from "@proviso/manifest";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { diffManifests } from "../../src/index.ts";
import { manifestOf } from "./contracts.ts";

const base = manifestOf({});
const [tool] = base.tools;

const schema: fc.Arbitrary<JsonObject> = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    fc.record(
      { type: fc.constant("string"), maxLength: fc.constantFrom(1, 2), default: fc.constantFrom("a", "abc") },
      { requiredKeys: ["type"] },
    ),
    fc.record(
      { type: fc.constant("integer"), maximum: fc.constantFrom(1, 5), default: fc.constantFrom(1, 9) },
      { requiredKeys: ["type"] },
    ),
    fc.record({ enum: fc.constantFrom(["a"], ["a", "b"], ["a", 1]) }),
    fc.record({ type: fc.constant("array"), items: tie("schema"), maxItems: fc.constantFrom(1, 2) }),
    fc.record({ anyOf: fc.array(tie("schema"), { minLength: 1, maxLength: 2 }) }),
    objects(tie("schema")),
  ),
})).schema;

function objects(inner: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  return fc.record(
    {
      type: fc.constant("object"),
      properties: fc.dictionary(fc.constantFrom("a", "b", "c"), inner, { maxKeys: 3, noNullPrototype: true }),
      required: fc.subarray(["a", "b", "c"]),
      additionalProperties: fc.oneof({ weight: 4, arbitrary: fc.constant(false) }, inner),
      maxProperties: fc.constantFrom(1, 3),
      default: fc.constantFrom({}, { a: "a" }),
    },
    { requiredKeys: ["type", "properties", "additionalProperties"] },
  );
}

/** Two objects with some properties of each other. */
const pairs = fc
  .tuple(objects(schema), objects(schema), fc.subarray(["a", "b", "c"]), fc.nat(3))
  .map(([one, other, names, way]): readonly [JsonObject, JsonObject] => {
    if (way === 0) return [one, other];
    const properties = { ...(one["properties"] as JsonObject) };
    for (const name of names) {
      const replaced = (other["properties"] as JsonObject)[name];
      if (replaced !== undefined) properties[name] = replaced;
    }
    return way === 1 ? [one, { ...one, properties }] : [{ ...one, properties }, one];
  });

const { values } = fc.letrec<{ values: Json }>((tie) => ({
  values: fc.oneof(
    { depthSize: "small" },
    fc.constantFrom<Json>("a", "b", "abc", 0, 1, 7, null),
    fc.array(tie("values"), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom("a", "b", "c", "d"), tie("values"), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const inputs = fc.dictionary(fc.constantFrom("a", "b", "c", "d"), values, {
  maxKeys: 3,
  noNullPrototype: true,
});

const runs = Number(process.env["DIFF_RUNS"] ?? 300);

test("where every change is safe for callers, what was a valid input is one, and what is an output was one", () => {
  const ajv = new Ajv2020({ strict: false, logger: false });
  let safe = 0;
  const isSafe = (before: Partial<ToolContract>, after: Partial<ToolContract>): boolean => {
    const [was, is] = [before, after].map((fields) => ({
      ...base,
      tools: tool ? [{ ...tool, ...fields }] : [],
    }));
    const changes = was && is ? diffManifests(was, is) : [];
    return changes.length > 0 && changes.every(({ callers }) => callers === "safe");
  };
  fc.assert(
    fc.property(pairs, fc.array(inputs, { minLength: 30, maxLength: 30 }), ([one, other], samples) => {
      const [isSafeInput, isSafeOutput] = [
        isSafe({ inputSchema: one }, { inputSchema: other }),
        isSafe({ outputSchema: one }, { outputSchema: other }),
      ];
      if (!isSafeInput && !isSafeOutput) return;
      safe += 1;
      const [before, after] = [ajv.compile({ ...one }), ajv.compile({ ...other })];
      for (const sample of samples) {
        if (isSafeInput && before(withDefaults(one, sample)))
          expect([sample, after(withDefaults(other, sample))]).toEqual([sample, true]);
        if (isSafeOutput && after(sample)) expect([sample, before(sample)]).toEqual([sample, true]);
      }
    }),
    { seed: Number(process.env["DIFF_SEED"] ?? 4), numRuns: runs },
  );
  expect(safe).toBeGreaterThan(runs / 50);
});
