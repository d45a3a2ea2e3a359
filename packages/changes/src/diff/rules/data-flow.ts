import type { ClauseRule } from "../facts/change-rule.ts";
import { orderedRule } from "../facts/ordered-rule.ts";

const facts = ["readsPrivate", "returnsUntrusted", "sendsOut"] as const;

export const dataFlowRule: ClauseRule = orderedRule({
  name: "data-flow",
  summary: "Whether the tool reads private data, returns untrusted content or sends data out.",
  clauses: ({ dataFlow: flow }) =>
    facts.map((fact) => ({ path: `dataFlow.${fact}`, value: flow[fact], strictness: flow[fact] ? 1 : 0 })),
  loosened: {
    means: "The contract no longer admits this data flow, so the guard no longer asks because of it.",
    says: "no longer admits a data flow",
  },
  tightened: {
    means:
      "The contract admits a data flow, because of which the guard may ask a person or refuse later calls.",
    says: "admits a data flow",
  },
});
