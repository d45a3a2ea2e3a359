import { unappliedDefault } from "../../src/rules/unapplied-default.ts";
import { checkRule } from "./check-rule.ts";

checkRule(unappliedDefault, {
  valid: {
    "a default of a property": { inputSchema: "{ limit?: { type: integer, default: 20 } }" },
    "a default beside alternatives": {
      inputSchema: "{ limit?: { anyOf: [integer, { type: 'null' }], default: null } }",
    },
    "a default inside an item, a map and a part": {
      inputSchema:
        "{ rows: { type: array, items: { size?: size } }, more: { type: object, additionalProperties: { size?: size } } }",
    },
    "a default of a part of the input": {
      inputSchema:
        "{ allOf: [{ properties: { limit: { type: integer, default: 2 } } }, { properties: { a: string } }] }",
    },
    "a default in a result": { outputSchema: "{ a: { oneOf: [{ b?: { type: integer, default: 1 } }] } }" },
    "a default of a type that holds itself": { inputSchema: "{ tree?: tree }" },
  },
  invalid: {
    "a default in an alternative": {
      inputSchema: "{ ⟦page?⟧: { anyOf: [{ type: integer, default: 1 }, { type: 'null' }] } }",
    },
    "a default of a property of an alternative": {
      inputSchema: "{ page: { oneOf: [{ ⟦size?⟧: { type: integer, default: 1 } }, { at: string }] } }",
    },
    "a default of an item": {
      inputSchema: "{ ⟦sizes⟧: { type: array, items: { type: integer, default: 1 } } }",
    },
    "a default under a condition": {
      inputSchema:
        "{ type: object, properties: { a: string }, if: { required: [a] }, then: { properties: { ⟦b⟧: { type: integer, default: 1 } } } }",
    },
  },
  header: "types: { size: { type: integer, default: 3 }, tree: { size?: size, trees?: 'tree[]' } }\n",
});
