import type { ToolContract } from "../contract/contract.ts";
import { effectiveContract } from "../contract/refinement.ts";
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
  const { riskLevel, refinements = [] } = tool;
  const refined = (riskLevel === "forbidden" ? [] : refinements).map((each) => ({
    when: each.when,
    ...safetyLabel({ ...effectiveContract(tool, each), refinements: [] }),
  }));
  return [...refined, safetyLabel({ ...tool, refinements: [] })];
}
