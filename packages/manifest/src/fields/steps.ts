import type { ContractField } from "./field.ts";
import { arrayForm, objectForm, textForm } from "./stored-forms.ts";

const enforcedBy = "server, `execute`: a handler takes no other steps, and in this order";

export const steps: ContractField = {
  name: "steps",
  stored: arrayForm(objectForm({ name: textForm, does: textForm })),
  isOptional: true,
  enforcedBy: `${enforcedBy}; compiler: the tool has a key`,
  description:
    "The steps of a handler made with `inSteps`, in their order. After a crash, the same call goes on after the last finished one.",
  default: "none named: a handler may take any steps",
  fields: {
    name: {
      required: true,
      enforcedBy,
      description:
        "The name of the step, or `remind_*` for any number of steps that begin so, one for each customer for example. Several of these in a row come in any order.",
    },
    does: { required: true, enforcedBy: "documentation", description: "What it does, in one sentence." },
  },
};
