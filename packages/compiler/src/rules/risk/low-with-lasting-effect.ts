import type { SideEffect } from "@proviso/manifest";
import { allowsEffect } from "../../derive/risk-model.ts";
import { sayItsKind } from "../facts/effect-hints.ts";
import type { ToolRule } from "../facts/rule.ts";

export const lowWithLastingEffect: ToolRule = {
  code: "risk/low-with-lasting-effect",
  scope: "tool",
  severity: "error",
  summary: "A low tool only reads, or does what can be undone inside the system.",
  check({ tool, written }, report) {
    if (tool.riskLevel !== "low") return;
    tool.sideEffects.forEach((effect, index) => {
      if (allowsEffect("low", effect)) return;
      const why = effect.external ? "leaves the system" : "cannot be undone";
      const hint = hintFor(effect);
      report(
        `\`${tool.name}\` is low, and this effect ${why}`,
        written.sideEffects?.[index]?.span ?? tool.spans.name,
        hint,
      );
    });
  },
};

function hintFor({ kind, external }: SideEffect): string {
  if (kind === "unclassified") return sayItsKind;
  return external
    ? "raise `riskLevel` to `high`"
    : "raise `riskLevel`, or add `reversible: true` if the same system can undo it";
}
