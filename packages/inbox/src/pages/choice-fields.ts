import { html, type Html } from "@proviso/manifest";
import type { MandateStart } from "../api/mandate.ts";
import { type Choice, choicesOf, enteredText } from "../mandates/choices.ts";
import { limitsIn } from "../mandates/limits.ts";
import { valueText } from "./term-sentences.ts";

/** A choice for each argument of the sentence. It needs no script. `value` says what a field has, or would have at first. */
export function choiceFields(
  start: MandateStart,
  value: (field: string, atFirst: string) => string,
): readonly Html[] {
  const limits = limitsIn(start.terms.when);
  return choicesOf(start).map((choice) => {
    const { given, isId, name, noun, type, unit } = choice;
    const limit = limits?.get(name);
    const isTyped = type === "number" || given === undefined;
    const atFirst = type === "number" ? "most" : start.input && !limit ? "any" : "only";
    const how = value(`how.${name}`, atFirst);
    const first = typeof given === "number" ? enteredText(given, unit) : "";
    const label = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}${unit ? `, in ${unit.code}` : ""}`;
    return html`<label for="how.${name}">${label}</label>
      <select id="how.${name}" name="how.${name}">
        ${type === "number" ? option("most", "at most", how) : ""}${option("only", onlyText(choice), how)}${option("any", `any ${noun}`, how)}
      </select>
      ${isTyped ? html`<input aria-label="${label}" name="value.${name}" value="${value(`value.${name}`, first)}" inputmode="${type === "number" ? "decimal" : "text"}" autocomplete="off" />` : ""}
      ${isId && !isTyped ? html`<p class="kind">With "only", the next calls can be about this ${noun} alone. To approve others too, choose "any ${noun}".</p>` : ""}`;
  });
}

function onlyText({ given, noun, type }: Choice): string {
  return given === undefined || type === "number" ? "only" : `only ${noun} ${valueText(given)}`;
}

export function option(value: string, label: string, chosen: string): Html {
  return html`<option value="${value}" ${value === chosen ? html`selected` : undefined}>${label}</option>`;
}
