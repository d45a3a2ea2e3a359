import type { Json, JsonObject } from "../contract/contract.ts";
import { isObject, objectOf } from "../contract/is-object.ts";
import type { ContractField } from "./field.ts";
import { booleanForm, objectForm } from "./stored-forms.ts";

export const dataFlow: ContractField = {
  name: "dataFlow",
  stored: objectForm({
    readsPrivate: booleanForm,
    returnsUntrusted: booleanForm,
    sendsOut: booleanForm,
  }),
  protects: true,
  decides: "hints",
  enforcedBy: "rules about data flow",
  description: "What kind of data comes out. Whether data can go out of the system is derived.",
  question:
    "Is what it returns or sends out private, and can outsiders have written it? Without `dataFlow`, both are assumed.",
  fields: {
    readsPrivate: {
      enforcedBy: "rules about data flow",
      description:
        "Whether private data is in the output, the plan of a dry run, or what the tool sends out.",
      default: "`true`, since an absent fact is never a safe one",
    },
    returnsUntrusted: {
      enforcedBy: "rules about data flow; `openWorldHint`",
      description: "Whether the output, or the plan of a dry run, holds text that outsiders wrote.",
      default: "`true`, since an absent fact is never a safe one",
    },
  },
};

/** The form in a list: what comes out, in words. Both is the default; `sendsOut` is derived. */
export function listDataFlow(flow: Json): Json {
  if (!isObject(flow)) return flow;
  const { readsPrivate, returnsUntrusted } = flow;
  const flowWords = [readsPrivate && "private", returnsUntrusted && "untrusted"].filter(Boolean);
  return flowWords.length === 2 ? {} : flowWords.join(" ");
}

/** Reads the listed form. The side effects are those of the contract, in full. */
export function readDataFlow({ sideEffects }: JsonObject, { dataFlow: listed }: JsonObject): JsonObject {
  const effects = Array.isArray(sideEffects) ? sideEffects : [];
  const sendsOut = effects.some((effect: Json) => isObject(effect) && effect["external"] === true);
  const words = typeof listed === "string" ? listed.split(" ") : undefined;
  const readsPrivate = words?.includes("private") ?? true;
  const returnsUntrusted = words?.includes("untrusted") ?? true;
  return { dataFlow: { readsPrivate, returnsUntrusted, sendsOut, ...objectOf(listed) } };
}
