import { strictMode } from "../../src/hosts/strict-mode.ts";
import { checkHostRule } from "./check-host-rule.ts";

checkHostRule(strictMode, {
  valid: {
    nothing: {},
    "required properties": { inputSchema: "{ a: string, b: { c: integer } }" },
  },
  invalid: {
    openai: {
      "an optional property": { inputSchema: "{ ⟦a?⟧: string }" },
      "an optional property further inside": { inputSchema: "{ ⟦a⟧: { b?: string } }" },
      "a map": { inputSchema: "{ ⟦a⟧: { type: object, additionalProperties: { type: string } } }" },
      "a keyword of its own": { inputSchema: "{ ⟦a⟧: { oneOf: [{ type: string }, { type: integer }] } }" },
    },
  },
});
