import type { ContractField } from "./field.ts";
import { textForm } from "./stored-forms.ts";

export const riskReason: ContractField = {
  name: "riskReason",
  stored: textForm,
  isOptional: true,
  written: {
    riskReason: {
      enforcedBy:
        "compiler: required of a high tool that sends, calls, moves money, deletes or grants; reviewers read it",
      description: "Why the level is lower than the effects ask for.",
    },
  },
};
