import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { shown } from "../facts/json-value.ts";

const deletes = { riskLevel: "high", sideEffects: "[deletes: The note.]" };

export const riskReason: ClauseRule = clauseRule({
  name: "risk-reason",
  summary: "Why the risk level is lower than the effects suggest.",
  kinds: {
    "risk-reason-removed": {
      callers: "safe",
      safety: "loosened",
      model: "unchanged",
      means: "The level is what it was, and the reason for it is gone.",
      reverse: "risk-reason-added",
    },
    "risk-reason-added": {
      callers: "safe",
      safety: "tightened",
      model: "unchanged",
      means: "The level is what it was, and a reason for it is stated.",
      reverse: "risk-reason-removed",
    },
    "risk-reason-changed": {
      callers: "safe",
      safety: "unchanged",
      model: "unchanged",
      readers: "reviewers",
      means:
        "The reason is worded otherwise, or came or went with another level, which is a change of its own.",
      reverse: "risk-reason-changed",
    },
  },
  examples: [
    {
      id: "risk-reason-removed",
      path: "riskReason",
      before: { riskReason: "Only the caller reads it." },
      after: { riskReason: null },
    },
    {
      id: "risk-reason-changed",
      path: "riskReason",
      before: { ...deletes, riskReason: "A note belongs to the caller." },
      after: { ...deletes, riskReason: "A note is the caller's own." },
    },
  ],
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
