import type { ContractField } from "./field.ts";
import { textForm } from "./stored-forms.ts";

export const reconcile: ContractField = {
  name: "reconcile",
  stored: textForm,
  isOptional: true,
  refersTo: "tool",
  enforcedBy: "server: calls it before it answers `outcome_unknown`; compiler: it can tell",
  description:
    "The tool that finds out what became of a call whose outcome is unknown. It takes the call's `callId` and returns what the call returned.",
  default: "none, then such an outcome stays unknown",
};
