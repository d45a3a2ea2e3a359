import type { ContractField } from "./field.ts";
import { textForm } from "./stored-forms.ts";

export const description: ContractField = {
  name: "description",
  stored: textForm,
  required: true,
  enforcedBy: "agents read it; rules check it",
  description: "What the tool is for, for agents and developers.",
};
