/** All calls that a schema allows, cell by cell, under the servers' evaluator. */
export { explore, mostSteps } from "./cells/explore.ts";
export type { Answer, FoundCall, Outcome, Question } from "./cells/explore.ts";
export { applies, implication } from "./cells/implication.ts";
