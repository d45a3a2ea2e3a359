import { compensationRule } from "./facts/compensations.ts";
import type { ProjectRule } from "./facts/rule.ts";

export const compensateCannotUndo: ProjectRule = compensationRule({
  code: "contract/compensate-cannot-undo",
  summary:
    "The tool named by `compensate` takes the step's key as `callId`, needs no dry run first, and is not undone itself.",
  problem: ({ undoerProblem }) => undoerProblem && `cannot undo a step: it ${undoerProblem}`,
});
