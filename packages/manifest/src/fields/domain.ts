import type { ContractField } from "./field.ts";
import { textForm } from "./stored-forms.ts";

export const domain: ContractField = { name: "domain", stored: textForm };
