import { html, isObject, type Html, type Json } from "@proviso/manifest";
import { lookAlikes } from "@proviso/server/extension";
import { moneyText } from "./set-calls.ts";

/** `EUR 12.50` for an amount with its currency, and nothing else, in one object; undefined for any other value. */
export function moneyOf(value: Json): string | undefined {
  if (!isObject(value) || Object.keys(value).toSorted().join() !== "cents,currency") return undefined;
  const { cents, currency } = value;
  if (typeof cents !== "number" || !Number.isSafeInteger(cents) || !/^[A-Z]{3}$/.test(String(currency)))
    return undefined;
  return moneyText(String(currency), cents);
}

const mostColumns = 8;

/** Objects with the same few fields, none of which holds others, one row each; undefined for any other list. */
export function rowsTable(list: readonly Json[], cell: (value: Json) => Html): Html | undefined {
  const rows = list.filter(isObject);
  const names = Object.keys(rows[0] ?? {});
  const isAlike = rows.every(
    (item) =>
      Object.keys(item).join() === names.join() &&
      Object.values(item).every((each) => typeof each !== "object" || each === null || moneyOf(each)),
  );
  const isPlain = names.every((name) => /^[A-Za-z]\w*$/.test(name)) && lookAlikes(names).length === 0;
  if (rows.length < 2 || rows.length < list.length || !isAlike || !isPlain || names.length > mostColumns)
    return undefined;
  return html`<table>
    <tr>
      ${names.map((name) => html`<th scope="col">${name}</th> `)}
    </tr>
    ${rows.map(
      (item) =>
        html`<tr>
          ${Object.values(item).map((each) => html`<td>${cell(each)}</td> `)}
        </tr>`,
    )}
  </table>`;
}
