import { html, type Html } from "@proviso/manifest";
import type { MandateStart } from "../api/mandate.ts";
import { choicesOf, currencyIn, enteredText } from "../mandates/choices.ts";
import { limitsIn } from "../mandates/limits.ts";
import { valueText } from "./term-sentences.ts";

/** A choice for each argument of the sentence. `value` says what a field has, or would have at first. */
export function choiceFields(
  start: MandateStart,
  value: (field: string, atFirst: string) => string,
): readonly Html[] {
  const limits = limitsIn(start.terms.when);
  return choicesOf(start).map(({ given, isId, isNumber, name, noun }) => {
    const isTyped = isNumber || given === undefined;
    const code = currencyIn(start, name);
    const how = value(
      `how.${name}`,
      code !== undefined ? "most" : start.input && !limits?.has(name) ? "any" : "only",
    );
    const text = value(`value.${name}`, typeof given === "number" ? enteredText(given, code) : "");
    const label = `${noun.charAt(0).toUpperCase()}${noun.slice(1)}${code === undefined ? "" : `, in ${code}`}`;
    const only = isTyped ? "only" : `only ${Array.isArray(given) ? "these" : "this"} ${noun}`;
    return html`<label for="how.${name}">${label}${isTyped ? "" : html`: ${valueText(given)}`}</label>
      <select id="how.${name}" name="how.${name}">
        ${isNumber ? option("most", "at most", how) : ""}${option("only", only, how)}${option("any", `any ${noun}`, how)}
      </select>
      ${isTyped ? html`<input aria-label="${label}" name="value.${name}" value="${text}" inputmode="${isNumber ? "decimal" : "text"}" autocomplete="off" />` : ""}
      ${isId && !isTyped ? html`<p class="kind">With "only", the next calls can be about this ${noun} alone. To approve others too, choose "any ${noun}".</p>` : ""}`;
  });
}

export function option(value: string, label: string, chosen: string): Html {
  return html`<option value="${value}" ${value === chosen ? html`selected` : undefined}>${label}</option>`;
}
