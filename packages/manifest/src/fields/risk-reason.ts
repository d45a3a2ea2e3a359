import type { ContractField } from "./field.ts";
import { textForm } from "./stored-forms.ts";

export const riskReason: ContractField = {
  name: "riskReason",
  stored: textForm,
  isOptional: true,
  isProposed: true,
  enforcedBy:
    "compiler: required of a high tool that sends, calls, moves money, deletes or grants; reviewers read it",
  description: "Why the level is lower than the effects ask for.",
  refined: {
    enforcedBy:
      "compiler: required at high, where it sends, calls, moves money, deletes or grants; reviewers read it",
    default: "the tool's if the level is the same",
  },
};
