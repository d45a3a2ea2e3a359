import type { ContractField } from "./field.ts";
import { textForm } from "./stored-forms.ts";

export const wireRefs: ContractField = {
  name: "wireRefs",
  stored: { ...textForm, enum: ["keep"] },
  isOptional: true,
  enforcedBy: "server: lists the schemas so; compiler: says of `--host` which model refuses it",
  description:
    "`keep`: types that a schema uses more than once are listed once, under `$defs`, and referred to by `$ref`. An import states it for a tool that would become larger without. The contract means the same.",
  default: "every type is written out where it is used, because Gemini refuses `$ref`",
};
