import type { ClauseRule } from "../facts/change-rule.ts";
import { orderedRule } from "../facts/ordered-rule.ts";

export const autonomousExecution: ClauseRule = orderedRule({
  name: "autonomous-execution",
  summary: "Whether an agent may call the tool by itself.",
  clauses: ({ autonomousExecution: isAlone }) => [
    { path: "autonomousExecution", value: isAlone, strictness: isAlone ? 0 : 1 },
  ],
  loosened: {
    means: "An agent may call the tool by itself now.",
    says: "may be called by an agent alone",
  },
  tightened: {
    means: "An agent may no longer call the tool by itself: a person is asked before each call.",
    says: "may no longer be called by an agent alone",
  },
});
