import type { ContractField } from "./field.ts";
import { textForm } from "./stored-forms.ts";

export const summary: ContractField = {
  name: "summary",
  stored: textForm,
  isOptional: true,
  refersTo: "argument",
  enforcedBy: "compiler: arguments exist and are not secret; server, guard and inbox show it first",
  description:
    "One sentence that says what a call does, with its arguments in braces: `Pay {amount.cents, money amount.currency} to {payee}`. Messages about a call hold no other arguments.",
  default: "the title and the required arguments",
};
