import { forcingArgument } from "../../src/rules/forcing-argument.ts";
import { checkRule } from "./check-rule.ts";

checkRule(forcingArgument, {
  valid: {
    "words in which others are": { inputSchema: "{ forceful?: boolean, workforce: boolean }" },
    "what is no flag": { inputSchema: "{ force?: number, override?: { price: number } }" },
    "data inside an argument": { inputSchema: "{ options: { force: boolean } }" },
  },
  invalid: {
    "an argument that forces": { inputSchema: "{ id: string, ⟦force?⟧: boolean }" },
    "an argument that overrides": { inputSchema: "{ type: object, properties: { ⟦override⟧: boolean } }" },
  },
});
