import { type ToolRule, toolRule } from "./facts/rule.ts";

export const missingExample: ToolRule = toolRule({
  code: "lint/missing-example",
  severity: "info",
  summary: "A tool that takes arguments has an example of a call.",
  check({ tool }, report) {
    const takesNothing = Object.keys(tool.inputSchema["properties"] ?? {}).length === 0;
    if (tool.riskLevel === "forbidden" || takesNothing || tool.examples.length > 0) return;
    report(
      `\`${tool.name}\` has no example of a call`,
      tool.spans.name,
      "add `examples: [{ input: { … } }]`",
    );
  },
});
