import { type ToolRule, toolRule } from "./facts/rule.ts";

export const bulkWithoutDryRun: ToolRule = toolRule({
  code: "lint/bulk-without-dry-run",
  severity: "warning",
  summary: "A risky tool with bulk effects offers a dry run.",
  check({ tool }, report) {
    const risky = tool.riskLevel === "high" || tool.riskLevel === "critical";
    if (risky && tool.isBulk && !tool.dryRun)
      report(
        `\`${tool.name}\` changes many things at once and offers no dry run`,
        tool.spans.name,
        "add `dryRun`",
      );
  },
});
