import { type ToolRule, toolRule } from "./facts/rule.ts";

export const missingOwner: ToolRule = toolRule({
  code: "lint/missing-owner",
  severity: "info",
  summary: "A tool names the team or person responsible for it.",
  check({ tool }, report) {
    if (tool.owner === undefined) report(`\`${tool.name}\` has no owner`, tool.spans.name, "add `owner`");
  },
});
