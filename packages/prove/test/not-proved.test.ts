// Implications that a real call breaks, and that were called proved before. Each call is evaluated as a server does it.
import { withDefaults, type Json, type JsonObject, type JsonSchema } from "@proviso/manifest";
import { compileCondition } from "@proviso/manifest/condition";
import { expect, test } from "vitest";
import { implication } from "./implication.ts";

interface Broken {
  readonly field: JsonSchema;
  readonly types?: JsonObject;
  readonly always: string;
  readonly value: Json;
}

const broken: Readonly<Record<string, Broken>> = {
  "a multiple that no product of the step is": {
    field: { type: "number", multipleOf: 0.01 },
    always: "input.x != 0.35",
    value: 0.35,
  },
  "integers so far apart that one more is the same number": {
    field: { type: "integer" },
    always: "input.x <= 100000000000000000.0",
    value: 2e17,
  },
  "a text as short as it may be, in which start and end overlap": {
    field: { type: "string", minLength: 3 },
    always: "!(input.x.startsWith('ab') && input.x.endsWith('ba') && size(input.x) == 3)",
    value: "aba",
  },
  "a default inside of alternatives, which no server fills in": {
    field: { anyOf: [{ type: "object", properties: { a: { type: "boolean", default: true } } }] },
    always: "has(input.x.a)",
    value: {},
  },
  "a default in a default of a type that refers to itself": {
    field: { $ref: "#/$defs/n" },
    types: {
      n: {
        type: "object",
        properties: { n: { type: "boolean", default: true }, child: { $ref: "#/$defs/n", default: {} } },
      },
    },
    always: "has(input.x.child.n)",
    value: {},
  },
};

test.each(Object.entries(broken))("is not proved for %s", (_, { field, types = {}, always, value }) => {
  const schema: JsonSchema = {
    type: "object",
    properties: { x: field },
    required: ["x"],
    $defs: types,
  };
  const principal = { id: "anna", kind: "agent", permissions: [] };
  const input = withDefaults(schema, { x: value });
  const scope = { input, principal, env: { name: "live" }, now: new Date(0) };
  expect(compileCondition(always, schema)(scope as never)).toBe(false);
  expect(implication("true", always, schema).verdict).not.toBe("proved");
});

test("a field of two types is a condition, and no exception", () => {
  const properties = { x: { type: ["string", "boolean"] }, y: { type: "boolean" } };
  const schema: JsonSchema = { type: "object", properties, required: ["x", "y"] };
  expect(implication("input.y && input.x", "input.y", schema).verdict).not.toBe("counterexample");
});
