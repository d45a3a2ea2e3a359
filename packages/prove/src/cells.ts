/** All calls that a schema allows, cell by cell, under the servers' evaluator. */
export { explore, maxSteps } from "./cells/explore.ts";
export type { Explored, FoundCall, ConditionOutcome, CallClaim } from "./cells/explore.ts";
