import { toolNameCharacters } from "../../src/hosts/tool-name-characters.ts";
import { checkHostRule } from "./check-host-rule.ts";

checkHostRule(toolNameCharacters, {
  valid: { "the name of a contract": {}, "capitals and hyphens": { wireName: "Read-File_2" } },
  invalid: {
    openai: { "a dot": { "⟦wireName⟧": "a.b" } },
    anthropic: { "a dot": { "⟦wireName⟧": "a.b" } },
    gemini: { "a digit at the beginning": { "⟦wireName⟧": '"2read"' } },
  },
});
