import type { ContractField } from "./field.ts";
import { textForm } from "./stored-forms.ts";

export const category: ContractField = {
  name: "category",
  stored: textForm,
  written: {
    category: {
      required: true,
      enforcedBy: "documentation",
      description: "The kind of domain, such as `communication` or `billing`.",
    },
  },
};
