import { budget } from "./budget.ts";
import type { ContractField } from "./field.ts";
import { integerForm, objectForm, textForm } from "./stored-forms.ts";

const enforcedBy = "server, `confirm`";

export const exception: ContractField = {
  name: "exception",
  stored: objectForm(
    { upTo: integerForm, budget: budget.stored, reason: textForm, reviewer: textForm, expires: textForm },
    { unit: textForm },
  ),
  isOptional: true,
  protects: true,
  decides: "asked",
  enforcedBy:
    "compiler: only a high tool has one; server, `confirm`: asks if any part cannot be read or is used up",
  description:
    "Small calls of a high tool that the server runs without asking a person, until a day and within a budget.",
  fields: {
    upTo: {
      required: true,
      enforcedBy,
      description: "The most that one call may count in the exception's budget, a whole number.",
    },
    unit: {
      enforcedBy,
      description: "The unit of the amount, such as `EUR`: needed if the budget has a `unit`.",
    },
    budget: {
      required: true,
      enforcedBy,
      description:
        "What calls may add up to without a person. If it is used up, the server asks. The tool's own `budget` counts these calls too.",
      ...(budget.fields && { fields: budget.fields }),
    },
    reason: { required: true, enforcedBy: "compiler: is stated", description: "Why nobody has to be asked." },
    reviewer: { required: true, enforcedBy: "audit record", description: "Who has agreed." },
    expires: {
      required: true,
      enforcedBy: "server, `confirm`; `check` warns 14 days before",
      description: "The last day, in UTC, such as `2027-01-31`. After it the server asks again.",
    },
  },
};
