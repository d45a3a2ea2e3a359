import type { ContractField } from "./field.ts";
import { anyObjectForm } from "./stored-forms.ts";

export const inputSchema: ContractField = {
  name: "inputSchema",
  stored: anyObjectForm,
  required: true,
  enforcedBy: "server, `validate`; types of both packages",
  description: "The arguments: an object.",
};
