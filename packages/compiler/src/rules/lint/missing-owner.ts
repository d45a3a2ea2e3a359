import type { ToolRule } from "../facts/rule.ts";

export const missingOwner: ToolRule = {
  code: "lint/missing-owner",
  scope: "tool",
  severity: "info",
  summary: "A tool names who answers for it.",
  check({ tool }, report) {
    if (tool.owner === undefined)
      report(`nobody is named who answers for \`${tool.name}\``, tool.spans.name, "add `owner`");
  },
};
