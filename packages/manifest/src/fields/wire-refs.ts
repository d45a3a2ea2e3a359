import type { ContractField } from "./field.ts";
import { textForm } from "./stored-forms.ts";

export const wireRefs: ContractField = {
  name: "wireRefs",
  stored: { ...textForm, enum: ["keep"] },
  isOptional: true,
  enforcedBy: "server: lists the schemas in this form; compiler: `check --host` names hosts that refuse it",
  description:
    "`keep`: a type that a schema uses more than once is listed once, under `$defs`, and referred to by `$ref`. An import states it for a tool that would be larger without it. The same values are valid.",
  default: "every type is written out where it is used, because Gemini refuses `$ref`",
};
