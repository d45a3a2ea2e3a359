import { missingExample } from "../../src/rules/missing-example.ts";
import { checkRule } from "./check-rule.ts";

checkRule(missingExample, {
  valid: {
    "an example": { inputSchema: "{ id: string }", examples: "[{ input: { id: a } }]" },
    "a tool that takes nothing": { inputSchema: "{}" },
    "a forbidden tool": { riskLevel: "forbidden", inputSchema: "{ id: string }" },
  },
  invalid: {
    "no example": { inputSchema: "{ id: string }" },
    "an empty list": { inputSchema: "{ id?: string }", examples: "[]" },
  },
});
