import type { ContractField } from "./field.ts";
import { integerForm, objectForm, textForm } from "./stored-forms.ts";

const enforcedBy = "server, `limit`";

export const budget: ContractField = {
  name: "budget",
  stored: objectForm(
    { of: textForm, per: textForm, limit: integerForm, everyMs: integerForm },
    { unit: textForm },
  ),
  isOptional: true,
  enforcedBy: "compiler: the amount is a number of at least 0 in every call; server, `limit`",
  description:
    "How much calls may spend in a time. An amount is reserved before the handler runs, spent when the call completes, returned if nothing was done, and held while its outcome is unknown.",
  fields: {
    of: {
      required: true,
      refersTo: "argument",
      enforcedBy,
      description: "The argument that is added up, such as `input.amount.cents`.",
    },
    unit: {
      refersTo: "argument",
      enforcedBy,
      description:
        "The argument that says its unit, such as `input.amount.currency`: each unit is counted alone.",
      default: "all amounts have one unit",
    },
    per: {
      required: true,
      enforcedBy,
      description: "Whose calls count together: those of a `principal`, of a `tenant`, or all of the `tool`.",
    },
    limit: { required: true, enforcedBy, description: "The most that they may add up to." },
    every: { required: true, enforcedBy, description: "In which time, counted from the first amount." },
  },
};
