import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { shown } from "../facts/json-value.ts";

export const auditEvent: ClauseRule = clauseRule({
  name: "audit-event",
  summary: "The name under which calls are in the audit trail.",
  kinds: {
    "audit-event-changed": {
      callers: "safe",
      safety: "loosened",
      model: "unchanged",
      means:
        "Calls are recorded under another name. Alerts and queries for the former name no longer find them.",
      reverse: "audit-event-changed",
    },
  },
  examples: [
    {
      id: "audit-event-changed",
      path: "auditEvent",
      before: { auditEvent: "note.read" },
      after: { auditEvent: "note.seen" },
    },
  ],
  find({ auditEvent: was }, { auditEvent: is }) {
    if (was === is) return [];
    const says = `is recorded as ${shown(is)} instead of ${shown(was)}`;
    return [{ id: "audit-event-changed" as const, path: "auditEvent", before: was, after: is, says }];
  },
});
