import type { ContractField } from "./field.ts";
import { textsForm } from "./stored-forms.ts";

export const permissions: ContractField = {
  name: "permissions",
  stored: textsForm,
  protects: true,
  required: true,
  refersTo: "permission",
  isProposed: true,
  enforcedBy: "server, `authorize`",
  description: "The permissions that a caller needs, all of them.",
};
