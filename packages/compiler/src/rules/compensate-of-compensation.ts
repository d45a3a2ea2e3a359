import { compensations } from "./facts/compensations.ts";
import { type ProjectRule, projectRule } from "./facts/rule.ts";

export const compensateOfCompensation: ProjectRule = projectRule({
  code: "contract/compensate-of-compensation",
  summary: "A tool that undoes steps names none that would undo its own.",
  check({ contracts }, report) {
    for (const { undoer, span } of compensations(contracts))
      if (undoer.compensate)
        report(
          `\`${undoer.name}\` has \`compensate\` too, and what undoes a step is not undone itself`,
          span,
        );
  },
});
