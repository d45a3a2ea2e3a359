import type { ClauseRule } from "../facts/change-rule.ts";
import { orderedRule } from "../facts/ordered-rule.ts";

export const autonomousExecution: ClauseRule = orderedRule({
  name: "autonomous-execution",
  summary: "Whether an agent may call the tool by itself.",
  clauses: ({ autonomousExecution: isAlone }) => [
    { path: "autonomousExecution", value: isAlone, strictness: isAlone ? 0 : 1 },
  ],
  model: "unchanged",
  loosened: {
    callers: "safe",
    means: "An agent may call the tool by itself now.",
    says: "may be called by an agent alone",
  },
  tightened: {
    callers: "dangerous",
    means: "An agent may no longer call the tool by itself: a person is asked before each call.",
    says: "may no longer be called by an agent alone",
  },
  examples: [
    {
      id: "autonomous-execution-loosened",
      path: "autonomousExecution",
      before: { autonomousExecution: "false" },
      after: { autonomousExecution: "true" },
    },
  ],
});
