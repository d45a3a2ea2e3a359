import { compensationRule } from "./facts/compensations.ts";
import type { ProjectRule } from "./facts/rule.ts";

export const compensateWithoutEffects: ProjectRule = compensationRule({
  code: "contract/compensate-without-effects",
  summary: "The tool named by `compensate` has side effects.",
  problem: ({ hasEffects }) => !hasEffects && "has no side effects, so it undoes nothing",
});
