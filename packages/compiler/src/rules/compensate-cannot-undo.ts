import { compensations } from "./facts/compensations.ts";
import { type ProjectRule, projectRule } from "./facts/rule.ts";

export const compensateCannotUndo: ProjectRule = projectRule({
  code: "contract/compensate-cannot-undo",
  summary: "The tool named by `compensate` takes the step's key as `callId`, and needs no dry run first.",
  check({ contracts }, report) {
    for (const { undoer, span } of compensations(contracts))
      if (undoer.undoerProblem !== undefined)
        report(`\`${undoer.name}\` cannot undo a step: it ${undoer.undoerProblem}`, span);
  },
});
