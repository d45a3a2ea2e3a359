import { html, type Html, type Json, type JsonObject } from "@proviso/manifest";
import type { Approval } from "../api/approval.ts";
import { shownText } from "../values/shown-text.ts";

/** The fields of a form, as somebody filled them in. */
export type Entered = ReadonlyMap<string, string>;

/** Fields to narrow arguments: a number to change, a list whose items can be left out. With what was `entered`, so that a refused yes to less does not become one to all. */
export function editFields({ rules, shown }: Approval, entered?: Entered): readonly Html[] {
  return (rules.edit ?? []).flatMap(
    (name, index) => fieldOf(name, `edit-${index}`, shown.input[name], entered) ?? [],
  );
}

function fieldOf(name: string, id: string, value: Json | undefined, entered?: Entered): Html | undefined {
  if (typeof value === "number")
    return html`<label for="${id}">Change <code>${shownText(name)}</code> <span>(towards 0)</span></label>
      <input
        id="${id}"
        form="answer"
        name="${id}"
        value="${entered?.get(id) ?? String(value)}"
        ${entered && html`data-asked="${String(value)}"`}
        inputmode="decimal"
        autocomplete="off"
      />`;
  if (!Array.isArray(value) || value.length < 2) return undefined;
  return html`<fieldset data-name="${name}">
    <legend>Change <code>${shownText(name)}</code> <span>(what is not ticked is left out)</span></legend>
    ${value.map(
      (item: Json, at) =>
        html`<label
          ><input
            type="checkbox"
            form="answer"
            name="${id}-${String(at)}"
            ${asTicked(entered, `${id}-${String(at)}`)}
          />
          ${shownText(typeof item === "string" ? item : JSON.stringify(item))}</label
        >`,
    )}
  </fieldset>`;
}

function asTicked(entered: Entered | undefined, name: string): Html {
  return !entered || entered.has(name) ? html`checked` : html`data-asked="on"`;
}

/** The arguments that the form changes; undefined if none; `null` for an unreadable number. */
export function readEdits({ rules, shown }: Approval, form: Entered): JsonObject | undefined {
  const edits = (rules.edit ?? []).flatMap((name, index) => {
    const value = shown.input[name];
    const entered = readField(`edit-${index}`, value, form);
    return entered === undefined || JSON.stringify(entered) === JSON.stringify(value)
      ? []
      : [[name, entered]];
  });
  return edits.length > 0 ? Object.fromEntries(edits) : undefined;
}

function readField(id: string, value: Json | undefined, form: Entered): Json | undefined {
  if (typeof value === "number") {
    const entered = form.get(id)?.trim();
    // As the field was shown; a large number has an exponent.
    if (entered === undefined || entered === String(value)) return undefined;
    return /^-?\d+(\.\d+)?$/.test(entered) ? Number(entered) : null;
  }
  if (!Array.isArray(value) || value.length < 2) return undefined;
  return value.filter((_: Json, at) => form.has(`${id}-${at}`));
}
