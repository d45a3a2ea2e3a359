import type { Json } from "@proviso/manifest";

/** Characters that a reader could not see, or that move the text around them. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const widest = 90;

/** JSON in which every character can be seen; its value stays the same. */
export function visibleJson(value: Json): string {
  return JSON.stringify(value).replaceAll(unseen, escapeUnits);
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
}

/** How a language writes the name of a member, and the end of the last one on lines of their own. */
interface Notation {
  readonly name: (key: string) => string;
  readonly end: "," | "";
}
const typescript: Notation = { name: propertyName, end: "," };
const json: Notation = { name: visibleJson, end: "" };

/** The value as JSON, a part of it on one line if short. */
export function jsonText(value: Json): string {
  return written(json, value, 0, "");
}

/** The value as TypeScript, on one line if short. `column` is where it begins. */
export function literal(value: Json, column = 0): string {
  return written(typescript, value, column, "");
}

function written(notation: Notation, value: Json, column: number, indent: string): string {
  const short = onOneLine(notation, value);
  if (column + short.length <= widest || typeof value !== "object" || value === null) return short;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? (value as readonly Json[]).map((item) => written(notation, item, inner.length, inner))
    : Object.entries(value).map(([key, item]) => {
        const name = `${notation.name(key)}: `;
        return name + written(notation, item, inner.length + name.length, inner);
      });
  const [open, close] = isList ? "[]" : "{}";
  return `${open}\n${inner}${parts.join(`,\n${inner}`)}${notation.end}\n${indent}${close}`;
}

function onOneLine(notation: Notation, value: Json): string {
  if (typeof value !== "object" || value === null) return visibleJson(value);
  if (Array.isArray(value))
    return `[${(value as readonly Json[]).map((item) => onOneLine(notation, item)).join(", ")}]`;
  const parts = Object.entries(value).map(
    ([key, item]) => `${notation.name(key)}: ${onOneLine(notation, item)}`,
  );
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

/** In an object literal, `__proto__` alone would set the prototype. */
function propertyName(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : visibleJson(key);
}
