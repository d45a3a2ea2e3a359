import { enumOfText } from "../../src/hosts/enum-of-text.ts";
import { checkHostRule } from "./check-host-rule.ts";

checkHostRule(enumOfText, {
  valid: { "several words": { inputSchema: "{ size: small | large }" } },
  invalid: {
    gemini: {
      numbers: { inputSchema: "{ ⟦size⟧: { type: integer, enum: [1, 2] } }" },
      "numbers in a list": {
        inputSchema: "{ ⟦sizes⟧: { type: array, items: { type: integer, enum: [1, 2] } } }",
      },
      "a word or nothing": { inputSchema: "{ ⟦size⟧: { enum: [small, null] } }" },
    },
  },
});
