import type { Hints, Json } from "../contract/contract.ts";
import { isObject } from "../contract/is-object.ts";
import type { ContractField, FieldText } from "./field.ts";
import { booleanForm, objectForm } from "./stored-forms.ts";

export const hints: ContractField = {
  name: "hints",
  stored: objectForm(
    {
      readOnlyHint: booleanForm,
      destructiveHint: booleanForm,
      idempotentHint: booleanForm,
      openWorldHint: booleanForm,
    },
    { agencyHint: booleanForm },
  ),
  protects: true,
  writtenAs: "annotations",
  decides: "hints",
  enforcedBy: "compiler: must agree with the derivation",
  description: "MCP hints. They are derived; one that is stated must agree.",
  fields: {
    readOnlyHint: agreeing("True if the tool changes nothing."),
    destructiveHint: agreeing("True if some effect cannot be undone."),
    idempotentHint: agreeing("True if a repeated call does nothing more."),
    openWorldHint: agreeing("True if the tool deals with the outside."),
    agencyHint: agreeing("True if the tool acts as an agent of its own."),
  },
  alsoWritten: {
    agency: {
      decides: "hints",
      enforcedBy: "compiler: `agencyHint` and the risk model",
      description: "Whether the tool acts as an agent of its own (SEP-1938).",
      default: "no claim: clients are told neither",
    },
  },
};

/* @__NO_SIDE_EFFECTS__ */
function agreeing(description: string): FieldText {
  return { enforcedBy: "compiler: must agree with the derivation", description };
}

export const hintNames: readonly (keyof Hints)[] = [
  "readOnlyHint",
  "destructiveHint",
  "idempotentHint",
  "openWorldHint",
];

/** The form in a listed refinement: the hints that are true; `no agencyHint` states false. */
export function listHints(value: Json): Json {
  if (!isObject(value)) return value;
  const hintWords = Object.entries(value).map(([name, is]) => (is === true ? name : `no ${name}`));
  return hintWords.filter((word) => !word.startsWith("no ") || word === "no agencyHint").join(" ");
}

export function readHints(value: Json | undefined): Json {
  if (typeof value !== "string") return value ?? {};
  const isTrue = (name: string): boolean => value.split(" ").includes(name) && !value.includes(`no ${name}`);
  const agency = value.includes("agencyHint") ? { agencyHint: isTrue("agencyHint") } : {};
  return {
    ...Object.fromEntries(hintNames.map((name) => [name, isTrue(name)] as const)),
    ...agency,
  };
}
