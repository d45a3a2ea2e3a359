import { allowsEffect } from "../../derive/risk-model.ts";
import { sayItsKind } from "../facts/effect-hints.ts";
import type { ToolRule } from "../facts/rule.ts";

export const mediumWithExternalEffect: ToolRule = {
  code: "risk/medium-with-external-effect",
  scope: "tool",
  severity: "error",
  summary: "The effects of a medium tool stay inside the system.",
  check({ tool, written }, report) {
    if (tool.riskLevel !== "medium") return;
    tool.sideEffects.forEach((effect, index) => {
      if (allowsEffect("medium", effect)) return;
      const hint = effect.kind === "unclassified" ? sayItsKind : "raise `riskLevel` to `high`";
      const span = written.sideEffects?.[index]?.span ?? tool.spans.name;
      report(`\`${tool.name}\` is medium, and this effect leaves the system`, span, hint);
    });
  },
};
