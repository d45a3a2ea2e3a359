import type { ContractField } from "./field.ts";
import { arrayForm, objectForm, textForm } from "./stored-forms.ts";

const enforcedBy = "server, `execute`: a handler takes no other steps, and in this order";

export const steps: ContractField = {
  name: "steps",
  stored: arrayForm(objectForm({ name: textForm, does: textForm })),
  isOptional: true,
  enforcedBy: `${enforcedBy}; compiler: the tool has a key`,
  description:
    "The steps of a handler made with `inSteps`, in order. A repeated call goes on after the last one.",
  fields: {
    name: {
      required: true,
      enforcedBy,
      description: "`remind_*` stands for any number of steps. Several such in a row come in any order.",
    },
    does: { required: true, enforcedBy: "documentation", description: "What it does, in one sentence." },
  },
};
