import type { ContractField } from "./field.ts";
import { textForm } from "./stored-forms.ts";

export const hash: ContractField = { name: "hash", stored: textForm };
