import type { ContractField } from "./field.ts";
import { integerForm } from "./stored-forms.ts";

export const timeoutMs: ContractField = {
  name: "timeoutMs",
  stored: integerForm,
  writtenAs: "timeout",
  enforcedBy: "server, `execute`",
  description: "How long the handler may take.",
  default: "30s",
};
