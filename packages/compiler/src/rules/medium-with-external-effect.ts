import { levelHint, refusedEffects, whyRefused } from "./facts/refused-effects.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const mediumWithExternalEffect: ToolRule = toolRule({
  code: "risk/medium-with-external-effect",
  summary: "The effects of a medium tool stay inside the system.",
  check(subject, report) {
    for (const { effect, span } of refusedEffects(subject, "medium"))
      if (effect.external)
        report(
          `\`${subject.tool.name}\` is medium, and this effect ${whyRefused(effect)}`,
          span,
          levelHint(effect),
        );
  },
});
