import type { ContractField } from "./field.ts";
import { objectForm, textForm } from "./stored-forms.ts";

export const deprecated: ContractField = {
  name: "deprecated",
  stored: objectForm({ reason: textForm }, { successor: textForm }),
  isOptional: true,
  enforcedBy: "documentation; hosts and models read it",
  description: "That, and why, the tool should no longer be used.",
  fields: {
    reason: { required: true, enforcedBy: "documentation", description: "Why." },
    successor: {
      refersTo: "tool",
      enforcedBy: "compiler: the tool exists",
      description: "The tool to use instead.",
    },
  },
};
