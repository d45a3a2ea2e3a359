import {
  isList,
  isObject,
  html,
  inReadingOrder,
  type Html,
  type Json,
  type JsonObject,
} from "@proviso/manifest";
import { moneyOf, numberText } from "@proviso/manifest/question";
import { fingerprint, lookAlikes } from "@proviso/server/extension";
import { shownText, shownTextValue } from "./shown-text.ts";

interface Row {
  readonly path: readonly Html[];
  readonly value: Html;
  readonly isLong: boolean;
}

const longText = 200;

/**
 * With a limit, the value is a plan: money is one value there, and an object without others in it one item of its list.
 *
 * One row for each value, with its path: amounts and addresses first, the long ones last, so that
 * they cannot push a short one out of sight. Nothing is folded away.
 */
export function shownObject(value: JsonObject, longestList: number): Html {
  const alike = lookAlikes(Object.keys(value));
  const ordered = inReadingOrder(
    value,
    (field) => rowsOf(field, [], longestList),
    ({ isLong }) => isLong,
  );
  const rows = [
    ...(alike.length > 0 ? [row([html`names`], alikeWarning(alike))] : []),
    ...ordered.flatMap(({ lines }) => lines),
  ];
  if (rows.length === 0) return html`<p class="kind">none</p>`;
  return html`<dl class="values">
    ${rows.map(
      ({ path, value: shown }) =>
        html`<div>
          <dt>${path}</dt>
          <dd>${shown}</dd>
        </div>`,
    )}
  </dl>`;
}

function* rowsOf(value: Json, path: readonly Html[], longestList: number): Generator<Row> {
  if (isList(value) && value.length > 0) yield* listRows(value, path, longestList);
  else if (longestList < Infinity && moneyOf(value)) yield row(path, shownCell(value));
  else if (isObject(value) && Object.keys(value).length > 0) {
    const alike = path.length > 0 ? lookAlikes(Object.keys(value)) : [];
    if (alike.length > 0) yield row(path, alikeWarning(alike));
    for (const [key, item] of Object.entries(value))
      yield* rowsOf(item, [...path, keyOf(longestList < Infinity ? inWords(key) : key, path)], longestList);
  } else if (path.length > 0)
    yield row(path, shownLeaf(value), typeof value === "string" && value.length > longText);
}

function* listRows(list: readonly Json[], path: readonly Html[], longestList: number): Generator<Row> {
  const shown = list.slice(0, longestList);
  const rest = list.length - shown.length;
  if (rest > 0)
    yield row(
      path,
      html`<strong>${list.length} items; the last ${rest} are not shown.</strong> SHA-256 of all:
        <code>${fingerprint(list)}</code>`,
    );
  if (longestList < Infinity && list.every(isFlat)) yield row(path, listOfFlat(shown.filter(isObject)), true);
  else if (list.some((item) => typeof item === "object" && item !== null))
    for (const [index, item] of shown.entries())
      yield* rowsOf(item, [...path, html`<span class="key">${index + 1}.</span>`], longestList);
  else {
    const items = html`<ol>
      ${shown.map((item) => html`<li>${shownLeaf(item)}</li>`)}
    </ol>`;
    yield row(
      path,
      html`<span class="kind">${list.length} ${list.length === 1 ? "item" : "items"}</span>${items}`,
      list.length > 20,
    );
  }
}

function isFlat(item: Json): boolean {
  if (!isObject(item) || lookAlikes(Object.keys(item)).length > 0) return false;
  return Object.values(item).every((each) => typeof each !== "object" || each === null || moneyOf(each));
}

/** One item for each object, with the name before each value: on a phone, nothing says in which column a value stands. */
function listOfFlat(list: readonly JsonObject[]): Html {
  return html`<ol class="set">
    ${list.map((item) => html`<li>${Object.entries(item).map(([key, value]) => html`${keyOf(inWords(key), [])} ${shownCell(value)} `)}</li>`)}
  </ol>`;
}

function row(path: readonly Html[], value: Html, isLong = false): Row {
  return { path, value, isLong };
}

/** What a plan calls `refundedBefore`, for people. The names of arguments stay as they are sent. */
function inWords(key: string): string {
  return /^[a-z]+([A-Z][a-z]+)+$/.test(key)
    ? key.replaceAll(/[A-Z]/g, (each) => ` ${each.toLowerCase()}`)
    : key;
}

/** A name that could be taken for a path, or for the number of an item, is quoted, in a frame. */
function keyOf(key: string, path: readonly Html[]): Html {
  const isPlain = /^[\p{L}_$][\p{L}\p{M}\p{N}_$ -]*$/u.test(key);
  const quoted = `"${key.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
  const name =
    key === ""
      ? html`<span class="kind">empty name</span>`
      : html`<span class="key ${isPlain ? "" : "text"}">${shownText(isPlain ? key : quoted)}</span>`;
  return html`${path.length > 0 ? html`<span class="inside" aria-label="inside">›</span>` : undefined}${name}`;
}

function alikeWarning(groups: readonly (readonly string[])[]): Html {
  return html`<strong class="warning"
    >These names look alike, and are different:
    ${groups.flat().map((name) => html`<span class="text">${shownText(name)}</span> `)}</strong
  >`;
}

function shownCell(value: Json): Html {
  const money = moneyOf(value);
  return money === undefined ? shownLeaf(value) : html`<strong>${money}</strong>`;
}

function shownLeaf(value: Json): Html {
  if (typeof value === "string") return shownTextValue(value);
  if (value === null) return html`<span class="kind">null: no value</span>`;
  if (isList(value)) return html`<span class="kind">an empty list</span>`;
  if (typeof value === "object") return html`<span class="kind">an object without values</span>`;
  const plain = typeof value === "number" && Math.abs(value) >= 10_000 ? numberText(value) : "";
  return html`<code>${JSON.stringify(value)}</code> ${plain && html`<span class="kind">${plain}</span>`}`;
}
