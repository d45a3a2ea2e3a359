import { type EffectKind, effectKinds, type Json } from "../contract/contract.ts";
import { effectRows } from "../contract/effect-rows.ts";
import { isObject } from "../contract/is-object.ts";
import type { ContractField } from "./field.ts";
import { arrayForm, booleanForm, objectForm, textForm } from "./stored-forms.ts";

export const sideEffects: ContractField = {
  name: "sideEffects",
  stored: arrayForm(
    objectForm({
      kind: { enum: effectKinds },
      description: textForm,
      reversible: booleanForm,
      external: booleanForm,
    }),
  ),
  protects: true,
  isProposed: true,
  decides: "hints",
  required: true,
  enforcedBy: "compiler: hints and risk model; shown when a person confirms",
  description: "All state changes outside the return value; an empty list claims that there are none.",
  refined: {
    description: "All that these inputs change; nothing that the tool itself does not list.",
    default: "the tool's",
  },
};

/** The form of one effect in a list. */
export function listEffect(effect: Json): Json {
  if (!isObject(effect)) return effect;
  const { kind, description, reversible, external } = effect;
  const row = effectRows[kind as EffectKind];
  return {
    [String(kind)]: description ?? "",
    ...(reversible === row.reversible ? {} : { reversible: reversible ?? null }),
    ...(external === row.external ? {} : { external: external ?? null }),
  };
}

export function readEffect(effect: Json): Json {
  if (!isObject(effect) || Object.hasOwn(effect, "kind")) return effect;
  const kind = effectKinds.find((each) => Object.hasOwn(effect, each));
  if (kind === undefined) return effect;
  const { [kind]: description, ...stated } = effect;
  return { kind, description: description ?? "", ...effectRows[kind], ...stated };
}
