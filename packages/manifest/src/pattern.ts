/** Regular expressions in time that is linear in the text. */
export { linearPattern, maxPatternSteps, PatternTooCostly } from "./patterns/linear-pattern.ts";
export type { PatternBudget, TestPattern } from "./patterns/linear-pattern.ts";
export { isRegularExpression, patternExample } from "./patterns/pattern-example.ts";
