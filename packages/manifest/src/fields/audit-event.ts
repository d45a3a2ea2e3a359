import type { ContractField } from "./field.ts";
import { textForm } from "./stored-forms.ts";

export const auditEvent: ContractField = {
  name: "auditEvent",
  stored: textForm,
  isProposed: true,
  enforcedBy: "server, `audit`: written before the effect and after",
  description: "The event in the audit log. Required unless the tool is forbidden.",
  missing: "the event that a call leaves in the audit log",
};
