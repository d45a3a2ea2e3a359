import { allowsEffect } from "@proviso/manifest";
import type { ToolRule } from "../facts/rule.ts";

export const unclassifiedEffect: ToolRule = {
  code: "lint/unclassified-effect",
  scope: "tool",
  severity: "warning",
  summary: "A side effect says of what kind it is; otherwise the worst is assumed.",
  check({ tool, written }, report) {
    tool.sideEffects.forEach((effect, index) => {
      // Where the worst is not allowed, that is an error by itself.
      if (effect.kind !== "unclassified" || !allowsEffect(tool.riskLevel, effect)) return;
      const span = written.sideEffects?.[index]?.span ?? tool.spans.name;
      const hint =
        "write its kind before it: `creates`, `updates`, `deletes`, `grants`, `sends`, `pays` or `calls`";
      report("this side effect is not classified, so it counts as irreversible and external", span, hint);
    });
  },
};
