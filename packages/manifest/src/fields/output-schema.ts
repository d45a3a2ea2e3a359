import type { ContractField } from "./field.ts";
import { anyObjectForm } from "./stored-forms.ts";

export const outputSchema: ContractField = {
  name: "outputSchema",
  stored: anyObjectForm,
  isOptional: true,
  enforcedBy: "server, `execute`; client guard; types of both packages",
  description: "The result: an object. Required unless there is a `result`.",
};
