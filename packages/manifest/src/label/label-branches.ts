import { type PersonAsked, personAsked } from "../asks/person-asked.ts";
import type { ToolContract } from "../contract/contract.ts";
import { effectWords } from "../contract/effect-words.ts";
import { effectiveContract } from "../contract/refinement.ts";
import { does } from "./does.ts";
import { type SafetyLabel, safetyLabel } from "./safety-label.ts";

/** The label of the calls for which one condition decides. */
export type LabelBranch = SafetyLabel & {
  /** The CEL condition of a refinement; absent for all other calls. */
  readonly when?: string;
};

/**
 * Returns a label for each branch of a contract: that of each refinement in order, then that of all
 * other calls. A tool without refinements, or that is forbidden, has one branch.
 */
export function labelBranches(tool: ToolContract): readonly LabelBranch[] {
  return branchesOf(tool).map(({ when, variant }) => ({
    ...(when !== undefined && { when }),
    ...safetyLabel(variant),
  }));
}

/** Returns what a tool does in calls before which `by` may ask nobody, the most dangerous first. */
export function doesUnasked(tool: ToolContract, by: keyof PersonAsked): readonly string[] {
  const free = branchesOf(tool).filter(({ variant }) => personAsked(variant)[by] !== "always");
  const words = new Set(free.flatMap(({ variant }) => does(variant.sideEffects)));
  return effectWords.filter((word) => words.has(word));
}

/** The contract of each branch, as if it were a tool of its own. */
function branchesOf(tool: ToolContract) {
  const { riskLevel, refinements = [] } = tool;
  const refined = (riskLevel === "forbidden" ? [] : refinements).map((each) => ({
    when: each.when,
    variant: { ...effectiveContract(tool, each), refinements: [] },
  }));
  return [...refined, { when: undefined, variant: { ...tool, refinements: [] } }];
}
