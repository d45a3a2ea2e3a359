import { levelHint, refusedEffects, whyRefused } from "./facts/refused-effects.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const lowWithLastingEffect: ToolRule = toolRule({
  code: "risk/low-with-lasting-effect",
  summary:
    "A low tool only reads, or has reversible effects inside the system; it deletes and grants nothing.",
  check(subject, report) {
    for (const { effect, span } of refusedEffects(subject, "low"))
      report(
        `\`${subject.tool.name}\` is low, and this effect ${whyRefused(effect)}`,
        span,
        levelHint(effect),
      );
  },
});
