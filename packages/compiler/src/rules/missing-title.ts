import { type ToolRule, toolRule } from "./facts/rule.ts";

export const missingTitle: ToolRule = toolRule({
  code: "lint/missing-title",
  severity: "info",
  summary: "A tool states a title, which directories of hosts require.",
  check({ tool, written }, report) {
    if (tool.riskLevel === "forbidden" || written.title) return;
    report(
      `\`${tool.name}\` has no title, and is shown as \`${tool.title}\``,
      tool.spans.name,
      "add `title`",
    );
  },
});
