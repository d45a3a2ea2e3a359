import { allowsEffect, effectKinds } from "@proviso/manifest";
import { type ToolRule, toolRule } from "./facts/rule.ts";

/** A bare text is the last kind, `unclassified`. */
const kinds = effectKinds.slice(0, -1).map((kind) => `\`${kind}\``);

export const unclassifiedEffect: ToolRule = toolRule({
  code: "lint/unclassified-effect",
  severity: "warning",
  summary: "A side effect states its kind; otherwise it counts as irreversible and external.",
  check({ tool, written }, report) {
    tool.sideEffects.forEach((effect, index) => {
      // Where an unclassified effect is not allowed at all, another rule reports an error.
      if (effect.kind !== "unclassified" || !allowsEffect(tool.riskLevel, effect)) return;
      const span = written.sideEffects?.[index]?.span ?? tool.spans.name;
      const hint = `write its kind before it: ${kinds.slice(0, -1).join(", ")} or ${kinds.at(-1)}`;
      report("this side effect is not classified, so it counts as irreversible and external", span, hint);
    });
  },
});
