import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { dangerous, opposites, safe } from "../facts/kinds.ts";

const flows = ["readsPrivate", "returnsUntrusted", "sendsOut"] as const;

export const dataFlowRule: ClauseRule = clauseRule({
  name: "data-flow",
  summary: "Whether the tool reads private data, returns untrusted content or sends data out.",
  kinds: opposites("unchanged", {
    "data-flow-loosened": safe(
      "The contract no longer admits this data flow, so the guard no longer asks because of it.",
    ),
    "data-flow-tightened": dangerous(
      "The contract admits a data flow, because of which the guard may ask a person or refuse later calls.",
    ),
  }),
  find: ({ dataFlow: earlier }, { dataFlow: later }) =>
    flows.flatMap((flow) => {
      const [before, after, path] = [earlier[flow], later[flow], `dataFlow.${flow}`];
      if (before === after) return [];
      const id = after ? "data-flow-tightened" : "data-flow-loosened";
      const admits = after ? "admits a data flow" : "no longer admits a data flow";
      return [
        { id, path, before, after, says: `${admits}: \`${path}\` was \`${before}\` and is \`${after}\`` },
      ];
    }),
});
