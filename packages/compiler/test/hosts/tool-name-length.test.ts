import { toolNameLength } from "../../src/hosts/tool-name-length.ts";
import { checkHostRule } from "./check-host-rule.ts";

const named = (length: number): { wireName: string } => ({ wireName: "a".repeat(length) });
const tooLong = (length: number): { "⟦wireName⟧": string } => ({ "⟦wireName⟧": "a".repeat(length) });

checkHostRule(toolNameLength, {
  valid: { "46 characters": named(46) },
  invalid: {
    openai: { "65 characters": tooLong(65) },
    gemini: { "65 characters": tooLong(65) },
    vscode: {
      "47 characters, with 18 of its own": tooLong(47),
      "42 characters, and 5 for the tool that makes the plan": {
        dryRun: "{ mode: supported, preview: { count: integer } }",
        ...tooLong(42),
      },
    },
    "claude-code": { "118 characters, with `mcp__acme__`": tooLong(118) },
  },
});
