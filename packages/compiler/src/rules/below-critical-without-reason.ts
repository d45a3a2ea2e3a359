import { isCriticalEffect } from "@proviso/manifest";
import type { ToolRule } from "./facts/rule.ts";

export const belowCriticalWithoutReason: ToolRule = {
  code: "risk/below-critical-without-reason",
  scope: "tool",
  severity: "warning",
  summary: "A tool that deletes, grants or moves money is critical, or says why it is not.",
  check({ tool, written }, report) {
    if (tool.riskLevel !== "high" || tool.riskReason !== undefined) return;
    const index = tool.sideEffects.findIndex(isCriticalEffect);
    if (index < 0) return;
    report(
      `\`${tool.name}\` is high, and this effect is critical by its kind; the contract does not say why`,
      written.sideEffects?.[index]?.span ?? tool.spans.name,
      "raise `riskLevel` to `critical`, or say in `riskReason` why it may be lower",
    );
  },
};
