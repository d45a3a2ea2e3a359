import { movesMoney } from "@proviso/manifest";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const paysWithoutKey: ToolRule = toolRule({
  code: "risk/pays-without-key",
  summary: "A repeated call of a tool that moves money is recognized by its arguments.",
  check({ tool }, report) {
    if (tool.riskLevel === "forbidden" || !tool.sideEffects.some(movesMoney) || tool.idempotency?.key.length)
      return;
    report(
      `\`${tool.name}\` moves money, and a repeated call would move it twice`,
      tool.spans.name,
      "name the arguments that make two calls the same payment: `idempotency: { key: […] }`",
    );
  },
});
