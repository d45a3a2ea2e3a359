import { openInputSchema } from "../../src/rules/open-input-schema.ts";
import { checkRule } from "./check-rule.ts";

checkRule(openInputSchema, {
  valid: {
    "named properties": { inputSchema: "{ id: string }" },
    "a map of one type": { inputSchema: "{ type: object, additionalProperties: { type: string } }" },
    "data that only looks open": { inputSchema: "{ id: { const: { additionalProperties: true } } }" },
  },
  invalid: {
    "an open object": {
      riskLevel: "low\n    ⟦inputSchema⟧: { type: object, additionalProperties: true }",
      inputSchema: null,
    },
    "an open object inside": {
      riskLevel: "low\n    ⟦inputSchema⟧: { filter: { type: object, additionalProperties: true } }",
      inputSchema: null,
    },
  },
});
