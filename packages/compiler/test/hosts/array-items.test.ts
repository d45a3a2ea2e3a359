import { arrayItems } from "../../src/hosts/array-items.ts";
import { checkHostRule } from "./check-host-rule.ts";

const open = { inputSchema: "{ ⟦notes⟧: { type: array } }" };

checkHostRule(arrayItems, {
  valid: { texts: { inputSchema: '{ notes: "string[]" }' } },
  invalid: {
    openai: { "an array of whatever": open },
    gemini: { "an array of whatever": open },
    vscode: {
      "an array of whatever": open,
      "one further inside": { inputSchema: "{ ⟦page⟧: { notes: { type: array } } }" },
    },
  },
});
