import { schemaErrors } from "@proviso/compiler";
import type { Json, JsonSchema } from "@proviso/manifest";
import { describe, expect, test } from "vitest";
import { exampleValue } from "../../src/outputs/docs/example-value.ts";
import { backoffice } from "../backoffice.ts";

const cases: readonly (readonly [JsonSchema, Json])[] = [
  [
    { type: "object", properties: { a: { type: "string" }, b: { type: "string" } }, required: ["a"] },
    { a: "a" },
  ],
  [{ type: "string", pattern: "^cus_[a-z0-9]{4,32}$" }, "cus_efgh"],
  [{ type: "string", format: "date-time" }, "2026-01-31T09:00:00Z"],
  [{ type: "string", minLength: 6, maxLength: 8 }, "textxx"],
  [{ enum: ["b", "a"] }, "b"],
  [{ const: null }, null],
  [{ type: "integer", minimum: 10, multipleOf: 4 }, 12],
  [{ type: "number", maximum: 0.5 }, 0.5],
  [{ type: "array", items: { type: "boolean" }, minItems: 2 }, [true, true]],
  [{ anyOf: [{ type: "string", pattern: "(?=a)b" }, { type: "integer" }] }, 1],
  [
    { $ref: "#/$defs/a.b", $defs: { "a.b": { allOf: [{ type: "object" }, { required: ["x"] }] } } },
    { x: "text" },
  ],
  [{ type: ["null", "string"] }, "text"],
];

describe("an example is made from a schema", () => {
  test.each(cases)("%j", (schema, value) => {
    expect(exampleValue(schema)).toEqual(value);
    expect(schemaErrors(schema, value)).toEqual([]);
  });

  test("for every input, output and plan of the backoffice", () => {
    const schemas = backoffice().domains.flatMap(({ tools }) =>
      tools.flatMap(({ name, inputSchema, outputSchema, dryRun }) =>
        [inputSchema, outputSchema, dryRun?.preview].flatMap((schema) => (schema ? [{ name, schema }] : [])),
      ),
    );
    expect(schemas.length).toBeGreaterThan(90);
    expect(
      schemas.filter(({ schema }) => exampleValue(schema) === undefined).map(({ name }) => name),
    ).toEqual([]);
  });
});

describe("there is no example", () => {
  const recursive = { type: "object", properties: { next: { $ref: "#/$defs/a" } }, required: ["next"] };
  test.each<readonly [string, JsonSchema]>([
    ["for a type that needs itself", { ...recursive, $defs: { a: recursive } }],
    ["if the rules contradict each other", { type: "integer", minimum: 3, maximum: 1 }],
    [
      "for different items, all made the same way",
      { type: "array", items: { type: "string" }, minItems: 2, uniqueItems: true },
    ],
    ["for an expression that needs backtracking", { type: "string", pattern: "^(?=a)b" }],
  ])("%s", (_why, schema) => {
    expect(exampleValue(schema)).toBeUndefined();
  });

  test("for types that use types so often that the whole would be too large", () => {
    const types = Array.from({ length: 11 }, (_, level) => {
      const part = { $ref: `#/$defs/t${level + 1}` };
      const properties = { a: part, b: part, c: part, d: part };
      return [`t${level}`, { type: "object", properties, required: ["a", "b", "c", "d"] }] as const;
    });
    const $defs = Object.fromEntries([...types, ["t11", { type: "string" }]]);
    expect(exampleValue({ $ref: "#/$defs/t0", $defs })).toBeUndefined();
  });
});
