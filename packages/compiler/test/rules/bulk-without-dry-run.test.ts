import { bulkWithoutDryRun } from "../../src/rules/bulk-without-dry-run.ts";
import { checkRule } from "./check-rule.ts";

checkRule(bulkWithoutDryRun, {
  verb: "bulk_send",
  valid: {
    "a bulk tool with a dry run": {
      riskLevel: "high",
      sideEffects: "[sends: Letters.]",
      dryRun: "{ mode: required, preview: { count: integer } }",
    },
    "a bulk tool of little risk": { riskLevel: "medium", sideEffects: "[updates: Notes.]" },
    "a bulk tool that only reads": { riskLevel: "high" },
  },
  invalid: { "a risky bulk tool": { riskLevel: "high", sideEffects: "[sends: Letters.]" } },
});
