import type { ClauseRule } from "../facts/change-rule.ts";
import { fieldRule } from "../facts/field-rule.ts";
import { shown } from "../facts/json-value.ts";
import { safe, undecided } from "../facts/kinds.ts";

export const auditEventRule: ClauseRule = fieldRule("auditEvent", {
  summary: "The name under which calls are in the audit trail.",
  kinds: undecided("unchanged", {
    "audit-event-changed": safe(
      "Calls are recorded under another name. Alerts and queries for the former name no longer find them.",
    ),
  }),
  idOf: () => "audit-event-changed",
  says: (is, was) => `is recorded as ${shown(is)} instead of ${shown(was)}`,
});
