import { propertyName } from "../../src/hosts/property-name.ts";
import { checkHostRule } from "./check-host-rule.ts";

checkHostRule(propertyName, {
  valid: {
    "letters, digits and underscores": { inputSchema: "{ fileId_2: string }" },
    "any name further inside": { inputSchema: '{ file: { type: object, properties: { "a b": string } } }' },
  },
  invalid: {
    anthropic: {
      brackets: { inputSchema: '{ ⟦"filter[id]"⟧: string }' },
      "65 characters": { inputSchema: `{ ⟦${"a".repeat(65)}⟧: string }` },
    },
    "claude-code": { brackets: { inputSchema: '{ ⟦"filter[id]"⟧: string }' } },
    gemini: { "a hyphen": { inputSchema: '{ ⟦"file-id"⟧: string }' } },
  },
});
