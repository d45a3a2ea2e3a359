import { movesMoney } from "@proviso/manifest";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const destructiveWithoutIdempotency: ToolRule = toolRule({
  code: "lint/destructive-without-idempotency",
  severity: "warning",
  summary: "A tool whose effects cannot be undone says what a repeated call means.",
  check({ tool }, report) {
    if (tool.riskLevel === "forbidden" || !tool.hints.destructiveHint || tool.idempotency) return;
    // `risk/pays-without-key` reports these.
    if (tool.sideEffects.some(movesMoney)) return;
    const message = `\`${tool.name}\` cannot be undone, and a retry may do it twice`;
    report(message, tool.spans.name, "add `idempotency: { key: […] }`");
  },
});
