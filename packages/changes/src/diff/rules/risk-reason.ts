import type { ClauseRule } from "../facts/change-rule.ts";
import { fieldRule } from "../facts/field-rule.ts";
import { shown } from "../facts/json-value.ts";
import { neutral, opposites, safe } from "../facts/kinds.ts";

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
