import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { neutral, opposites, safe } from "../facts/kinds.ts";
import { shown } from "../facts/json-value.ts";

export const riskReason: ClauseRule = clauseRule({
  name: "risk-reason",
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
  find(before, after) {
    const [was, is] = [before.riskReason, after.riskReason];
    if (was === is) return [];
    const isWording = (was !== undefined && is !== undefined) || before.riskLevel !== after.riskLevel;
    const id = isWording
      ? ("risk-reason-changed" as const)
      : is === undefined
        ? ("risk-reason-removed" as const)
        : ("risk-reason-added" as const);
    const says =
      is === undefined
        ? "gives no reason for its risk level any more"
        : `has another reason for its risk level: ${shown(is)}`;
    return [{ id, path: "riskReason", before: was, after: is, says }];
  },
});
