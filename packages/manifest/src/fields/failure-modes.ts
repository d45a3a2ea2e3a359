import type { Json } from "../contract/contract.ts";
import { isObject } from "../contract/is-object.ts";
import type { ContractField } from "./field.ts";
import { arrayForm, objectForm, textForm } from "./stored-forms.ts";

export const failureModes: ContractField = {
  name: "failureModes",
  stored: arrayForm(
    objectForm({
      code: textForm,
      description: textForm,
      retry: { enum: ["never", "after", "sameKey"] },
    }),
  ),
  refersTo: "failure",
  isProposed: true,
  enforcedBy: "server, `execute`: the list is closed",
  description:
    "The failures of this tool's own; those that follow from the contract are added. Required unless the tool is forbidden.",
  missing: "the failures of its own, or `[]` if there are none",
};

/** The form of one failure mode in a list. */
export function listFailureMode(mode: Json): Json {
  return isObject(mode) && mode["retry"] === "never" ? (mode["code"] ?? "") : mode;
}

export function readFailureMode(mode: Json): Json {
  return typeof mode === "string" ? { code: mode, retry: "never" } : mode;
}
