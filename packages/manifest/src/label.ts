/** The safety label of a tool: what is moved, reached, read and undone, who is asked, and what limits it. */
export { does } from "./label/does.ts";
export { doesUnasked, labelBranches, type LabelBranch } from "./label/label-branches.ts";
export { type LabelRow, type SafetyLabel, safetyLabel } from "./label/safety-label.ts";
