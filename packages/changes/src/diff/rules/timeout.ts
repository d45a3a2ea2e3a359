import type { ClauseRule } from "../facts/change-rule.ts";
import { orderedRule } from "../facts/ordered-rule.ts";

export const timeout: ClauseRule = orderedRule({
  name: "timeout",
  summary: "How long a handler may take.",
  clauses: ({ timeoutMs }) => [{ path: "timeoutMs", value: timeoutMs, strictness: -timeoutMs }],
  loosened: {
    means: "A call may take longer before it is stopped.",
    says: "may take longer",
  },
  tightened: {
    means: "A call that took longer than the new limit is stopped.",
    says: "is stopped sooner",
  },
});
