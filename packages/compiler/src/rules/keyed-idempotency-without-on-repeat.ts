import { type ToolRule, toolRule } from "./facts/rule.ts";

export const keyedIdempotencyWithoutOnRepeat: ToolRule = toolRule({
  code: "lint/keyed-idempotency-without-on-repeat",
  severity: "info",
  summary: "A tool that recognizes repeated calls by their arguments says what a repeated call returns.",
  check({ tool }, report) {
    const { idempotency } = tool;
    if (!idempotency || idempotency.key.length === 0 || idempotency.onRepeat !== undefined) return;
    const span = tool.spans.fields["idempotency"] ?? tool.spans.name;
    report(`\`${tool.name}\` does not say what a repeated call returns`, span, "add `onRepeat`");
  },
});
