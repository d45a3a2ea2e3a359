import type { ContractField } from "./field.ts";
import { textForm } from "./stored-forms.ts";

export const category: ContractField = {
  name: "category",
  stored: textForm,
  isProposed: true,
  required: true,
  enforcedBy: "documentation",
  description: "The kind of domain, such as `communication` or `billing`.",
};
