import type { Json, JsonObject, JsonSchema } from "@proviso/manifest";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileText, contractOf } from "./contract-text.ts";

/** Names that have to be escaped in a pointer, that are one name in camel case, and that are those of built-in types. */
const names = ["node", "Foo-Bar", "foo_bar", "a/b~c", "string", "9 lives", "größe"] as const;
const pointers = [
  "#",
  "#/properties/a",
  "#/properties/list/items",
  ...names.map((name) => `#/$defs/${encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"))}`),
];

const { schema } = fc.letrec<{ schema: Json }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>({ type: "string" }, { type: "integer", minimum: 0 }, { type: "null" }, {}),
    fc.constantFrom(...pointers).map(($ref) => ({ $ref })),
    fc.constantFrom(...pointers).map(($ref) => ({ $ref, description: "Beside it." })),
    tie("schema").map((items) => ({ type: "array", items })),
    tie("schema").map((additionalProperties) => ({ type: "object", additionalProperties })),
    fc.array(tie("schema"), { minLength: 1, maxLength: 2 }).map((anyOf) => ({ anyOf })),
    fc.tuple(tie("schema"), tie("schema"), fc.boolean()).map(([a, node, additionalProperties]) => ({
      type: "object",
      properties: { a, node },
      additionalProperties,
    })),
  ),
}));

const pasted = fc
  .tuple(schema, schema, schema, fc.array(schema, { minLength: names.length, maxLength: names.length }))
  .map(([a, node, items, defs]): JsonSchema => ({
    type: "object",
    properties: { a, node, list: { type: "array", items } },
    additionalProperties: false,
    $defs: Object.fromEntries(names.map((name, index) => [name, defs[index] ?? {}])),
  }));

const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<Json>("x", 1, -1, null),
    fc.array(tie("value"), { maxLength: 2 }),
    fc.record({ a: tie("value"), node: tie("value") }, { requiredKeys: [] }),
    tie("value").map((list) => ({ list: [list] })),
  ),
}));
const input = fc.record(
  { a: value, node: value, list: fc.array(value, { maxLength: 2 }) },
  { requiredKeys: [] },
);

const ajv = new Ajv2020({ strict: false, logger: false });

/** The verdicts of a schema on inputs. The validator does not cache the schema. */
function verdicts(of: JsonSchema, inputs: readonly JsonObject[]): readonly boolean[] {
  const plain = JSON.parse(JSON.stringify(of)) as JsonSchema;
  const isValid = ajv.compile(plain);
  ajv.removeSchema(plain);
  return inputs.map((each) => isValid(each));
}

test("references inside a pasted schema keep their meaning, however they lead to each other", () => {
  let compiled = 0;
  const keepsMeaning = fc.property(pasted, fc.array(input, { maxLength: 12 }), (written, inputs) => {
    const { model, diagnostics } = compileText(contractOf({ inputSchema: JSON.stringify(written) }));
    const errors = diagnostics.filter(({ severity }) => severity === "error");
    // Only a type with infinite values is refused.
    if (errors.some(({ code }) => code !== "resolve/recursive-type")) throw new Error(errors[0]?.message);
    const result = model?.domains[0]?.tools[0]?.inputSchema;
    if (!result) return;
    compiled += 1;
    expect(verdicts(result, inputs)).toEqual(verdicts(written, inputs));
  });
  const { failed, counterexample, errorInstance } = fc.check(keepsMeaning, { numRuns: 150, seed: 3 });
  expect({ failed, counterexample, errorInstance }).toEqual({
    failed: false,
    counterexample: null,
    errorInstance: null,
  });
  expect(compiled).toBeGreaterThan(30);
});

test("equal definitions of two tools are one type, and others that are called alike are two", () => {
  const tool = (definition: object): string =>
    JSON.stringify({
      type: "object",
      properties: { at: { $ref: "#/$defs/Point" } },
      $defs: { Point: definition },
    });
  const plain = contractOf({ inputSchema: tool({ type: "string" }) });
  const [head = "", act = ""] = plain.split(/(?<=tools:\n)/);
  const second = act.replace("act:", "move:");
  const third = act.replace("act:", "turn:").replace('{"type":"string"}', '{"type":"integer"}');
  const { model } = compileText(`${head}${act}${second}${third}`);
  expect(model?.domains[0]?.types).toEqual({
    point: { type: "string" },
    turnInputPoint: { type: "integer" },
  });
});
