import type { Json } from "../contract/contract.ts";
import { isObject } from "../contract/is-object.ts";
import type { ContractField } from "./field.ts";
import { kindAloneOf } from "./listed-form.ts";
import { integerForm, objectForm, textForm } from "./stored-forms.ts";

const logIn = { maxAgeMs: integerForm, acr: textForm };

export const stepUpAuth: ContractField = {
  name: "stepUpAuth",
  stored: {
    oneOf: [
      objectForm({ kind: { const: "never" } }, { reason: textForm }),
      objectForm({ kind: { const: "always" } }, logIn),
      objectForm({ kind: { const: "when" }, condition: textForm }, logIn),
    ],
  },
  protects: true,
  whenUnclear: "further authentication is asked for",
  enforcedBy: "server, `step-up`",
  description: "When stronger or fresher authentication is needed. Required for critical tools.",
  default: "`never`",
  refined: {
    description: "When stronger or fresher authentication is needed.",
    default: "the tool's if the level is the same or asks as much, else `never`",
  },
};

/** The form in a list. A stated age, strength or condition implies `always` or `when`. */
export function listStepUp(value: Json): Json {
  if (!isObject(value)) return value;
  const { kind, ...how } = value;
  const implied = how["condition"] === undefined ? "always" : "when";
  return Object.keys(how).length > 0 && kind === implied ? how : kindAloneOf(value);
}

export function readStepUp(value: Json): Json {
  if (typeof value === "string") return { kind: value };
  return isObject(value) && value["kind"] === undefined
    ? { kind: value["condition"] === undefined ? "always" : "when", ...value }
    : value;
}
