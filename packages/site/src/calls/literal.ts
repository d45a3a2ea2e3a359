import type { Json } from "@proviso/manifest";

/** Characters that a reader could not see, or that move the text around them. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const widest = 90;

/** JSON in which every character can be seen; its value stays the same. */
export function visibleJson(value: Json, indent = 0): string {
  return JSON.stringify(value, null, indent).replaceAll(unseen, (character) =>
    character === "\n" ? character : escapeUnits(character),
  );
}

/** JSON on several lines, what has no part on one. A line end in it is never part of a text. */
export function jsonText(value: Json): string {
  const short = /[[{]\n[^[\]{}]{1,90}\n\s+[\]}]/g;
  return visibleJson(value, 2).replaceAll(short, (found) => found.replaceAll(/\n\s+/g, " "));
}

function escapeUnits(character: string): string {
  return Array.from({ length: character.length }, (_, index) => character.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
    .join("");
}

/** The value as TypeScript, on one line if short. `column` is where it begins. */
export function literal(value: Json, column = 0, indent = ""): string {
  const short = onOneLine(value);
  if (column + short.length <= widest || typeof value !== "object" || value === null) return short;
  const inner = `${indent}  `;
  const isList = Array.isArray(value);
  const parts = isList
    ? (value as readonly Json[]).map((item) => literal(item, inner.length, inner))
    : Object.entries(value).map(([key, item]) => {
        const name = `${propertyName(key)}: `;
        return name + literal(item, inner.length + name.length, inner);
      });
  const [open, close] = isList ? "[]" : "{}";
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join("")}${indent}${close}`;
}

function onOneLine(value: Json): string {
  if (typeof value !== "object" || value === null) return visibleJson(value);
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(onOneLine).join(", ")}]`;
  const parts = Object.entries(value).map(([key, item]) => `${propertyName(key)}: ${onOneLine(item)}`);
  return parts.length === 0 ? "{}" : `{ ${parts.join(", ")} }`;
}

/** In an object literal, `__proto__` alone would set the prototype. */
function propertyName(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : visibleJson(key);
}
