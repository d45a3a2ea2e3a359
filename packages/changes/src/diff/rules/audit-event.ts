import { type ClauseRule, clauseRule } from "../facts/change-rule.ts";
import { safe, undecided } from "../facts/kinds.ts";
import { shown } from "../facts/json-value.ts";

export const auditEventRule: ClauseRule = clauseRule({
  name: "audit-event",
  summary: "The name under which calls are in the audit trail.",
  kinds: undecided("unchanged", {
    "audit-event-changed": safe(
      "Calls are recorded under another name. Alerts and queries for the former name no longer find them.",
    ),
  }),
  find({ auditEvent: was }, { auditEvent: is }) {
    if (was === is) return [];
    const says = `is recorded as ${shown(is)} instead of ${shown(was)}`;
    return [{ id: "audit-event-changed" as const, path: "auditEvent", before: was, after: is, says }];
  },
});
