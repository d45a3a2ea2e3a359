import { isCriticalEffect } from "@proviso/manifest";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const belowCriticalWithoutReason: ToolRule = toolRule({
  code: "risk/below-critical-without-reason",
  summary: "A tool that sends, calls, moves money, deletes or grants is critical, or says why it is not.",
  check({ tool, written }, report) {
    if (tool.riskLevel !== "high" || tool.riskReason !== undefined) return;
    const index = tool.sideEffects.findIndex(isCriticalEffect);
    if (index < 0) return;
    report(
      `\`${tool.name}\` is high, this effect is critical by its kind, and the contract does not say why`,
      written.sideEffects?.[index]?.span ?? tool.spans.name,
      "raise `riskLevel` to `critical`, or say in `riskReason` why it may be lower",
    );
  },
});
