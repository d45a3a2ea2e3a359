import type { ToolRule } from "../rule.ts";

export const deprecatedWithoutSuccessor: ToolRule = {
  code: "lint/deprecated-without-successor",
  scope: "tool",
  severity: "info",
  summary: "A deprecated tool names the one to use instead.",
  check({ tool }, report) {
    if (!tool.deprecated || tool.deprecated.successor !== undefined) return;
    const span = tool.spans.fields["deprecated"] ?? tool.spans.name;
    report(`\`${tool.name}\` is deprecated and names no other tool`, span, "add `successor: domain.verb`");
  },
};
