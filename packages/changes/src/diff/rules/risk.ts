import { riskLevels } from "@proviso/manifest";
import { type ClauseRule, clauseRule, fieldRule } from "../facts/change-rule.ts";
import { shown } from "../facts/json-value.ts";
import { breaking, dangerous, neutral, opposites, safe } from "../facts/kinds.ts";

export const riskLevel: ClauseRule = fieldRule("riskLevel", {
  summary: "The risk level, from `low` to `forbidden`.",
  kinds: {
    ...opposites("unchanged", {
      "risk-level-loosened": safe("The level is lower, so the server, the guard and hosts check less."),
      "risk-level-tightened": dangerous(
        "The level is higher, so a person may be asked or a log-in be needed before a call that went through.",
      ),
    }),
    ...opposites("changed", {
      "tool-no-longer-forbidden": safe("A tool that nobody could call is listed and can be called."),
      "tool-forbidden": breaking("Nobody can call the tool any more, and it is not listed."),
    }),
  },
  idOf(was, is) {
    if (is === "forbidden") return "tool-forbidden";
    if (was === "forbidden") return "tool-no-longer-forbidden";
    return riskLevels.indexOf(is) < riskLevels.indexOf(was) ? "risk-level-loosened" : "risk-level-tightened";
  },
  says: (is, was) =>
    `has a ${riskLevels.indexOf(is) < riskLevels.indexOf(was) ? "lower" : "higher"} risk level: \`riskLevel\` was \`${was}\` and is \`${is}\``,
});

export const riskReason: ClauseRule = fieldRule("riskReason", {
  summary: "Why the risk level is lower than the effects suggest.",
  kinds: {
    ...opposites("unchanged", {
      "risk-reason-removed": safe("The level is what it was, and the reason for it is gone."),
      "risk-reason-added": safe("The level is what it was, and a reason for it is stated."),
    }),
    ...neutral("unchanged", {
      "risk-reason-changed": safe(
        "The reason is worded otherwise, or came or went with another level, which is a change of its own.",
        "reviewers",
      ),
    }),
  },
  idOf(was, is, before, after) {
    if ((was !== undefined && is !== undefined) || before.riskLevel !== after.riskLevel)
      return "risk-reason-changed";
    return is === undefined ? "risk-reason-removed" : "risk-reason-added";
  },
  says: (is) =>
    is === undefined
      ? "gives no reason for its risk level any more"
      : `has another reason for its risk level: ${shown(is)}`,
});

export const autonomousExecution: ClauseRule = fieldRule("autonomousExecution", {
  summary: "Whether an agent may call the tool by itself.",
  kinds: opposites("unchanged", {
    "autonomous-execution-loosened": safe("An agent may call the tool by itself now."),
    "autonomous-execution-tightened": dangerous(
      "An agent may no longer call the tool by itself: a person is asked before each call.",
    ),
  }),
  idOf: (_was, is) => (is ? "autonomous-execution-loosened" : "autonomous-execution-tightened"),
  says: (is, was) =>
    `may ${is ? "" : "no longer "}be called by an agent alone: \`autonomousExecution\` was \`${was}\` and is \`${is}\``,
});

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
