import { compensations } from "./facts/compensations.ts";
import { type ProjectRule, projectRule } from "./facts/rule.ts";

export const compensateWithoutEffects: ProjectRule = projectRule({
  code: "contract/compensate-without-effects",
  summary: "The tool named by `compensate` has side effects.",
  check({ contracts }, report) {
    for (const { undoer, span } of compensations(contracts))
      if (!undoer.hasEffects) report(`\`${undoer.name}\` has no side effects, so it undoes nothing`, span);
  },
});
