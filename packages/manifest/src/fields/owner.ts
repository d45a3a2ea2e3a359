import type { ContractField } from "./field.ts";
import { textForm } from "./stored-forms.ts";

export const owner: ContractField = {
  name: "owner",
  stored: textForm,
  isOptional: true,
  enforcedBy: "documentation",
  description: "Who answers for the tool.",
};
