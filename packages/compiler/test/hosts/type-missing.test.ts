import { typeMissing } from "../../src/hosts/type-missing.ts";
import { checkHostRule } from "./check-host-rule.ts";

checkHostRule(typeMissing, {
  valid: {
    "types and choices": {
      inputSchema: "{ a: string, b: { anyOf: [{ type: string }, { type: integer }] } }",
    },
  },
  invalid: {
    gemini: {
      "any value": { inputSchema: "{ ⟦a⟧: any }" },
      "a list of any values": { inputSchema: '{ ⟦a⟧: "any[]" }' },
    },
  },
});
