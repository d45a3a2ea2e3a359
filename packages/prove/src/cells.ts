/** All calls that a schema allows, cell by cell, under the evaluator that servers use. For code that needs no compiler. */
export { explore, mostSteps } from "./cells/explore.ts";
export type { Answer, FoundCall, Outcome, Question } from "./cells/explore.ts";
export { applies, implication } from "./cells/implication.ts";
