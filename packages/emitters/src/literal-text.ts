import type { Json, JsonObject } from "@proviso/manifest";
import { showHidden } from "./plain-text.ts";

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;
/** As wide as whatever is formatted. */
const width = 110;

/** A string literal that holds exactly this text. What a reader could not see is written as an escape. */
export function stringLiteral(text: string): string {
  return showHidden(JSON.stringify(text));
}

/** A property name of a type. */
export function propertyName(name: string): string {
  return identifier.test(name) ? name : stringLiteral(name);
}

/**
 * An expression for this value, as plain object and array literals, laid out as a formatter would: on one line where it
 * fits behind `column` characters, else an entry to a line. Data of megabytes needs no formatter to find that out.
 */
export function valueLiteral(value: Json, column = 0, indent = ""): string {
  const line = onOneLine(value);
  // One character more: what follows is a comma or a semicolon.
  if (line !== undefined && column + line.length < width) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((each: Json) => `${inner}${valueLiteral(each, inner.length, inner)},\n`);
    return `[\n${items.join("")}${indent}]`;
  }
  if (typeof value !== "object" || value === null) return scalarLiteral(value);
  const entries = Object.entries(value as JsonObject).map(([name, each]) => {
    const key = `${inner}${propertyKey(name)}:`;
    const text = valueLiteral(each, key.length + 1, inner);
    const isTooWide = typeof each === "string" && key.length + 1 + text.length >= width;
    return `${key}${isTooWide ? `\n${inner}  ` : " "}${text},\n`;
  });
  return `{\n${entries.join("")}${indent}}`;
}

/** Undefined where that would be too wide for any line, or where a list of records is read more easily one by one. */
function onOneLine(value: Json): string | undefined {
  if (typeof value !== "object" || value === null) return scalarLiteral(value);
  if (Array.isArray(value)) {
    if (isTable(value)) return undefined;
    const items = allParts(value, (each: Json) => onOneLine(each));
    return items === undefined ? undefined : `[${items}]`;
  }
  const entries = allParts(Object.entries(value as JsonObject), ([name, each]) => {
    const line = onOneLine(each);
    return line === undefined ? undefined : `${propertyKey(name)}: ${line}`;
  });
  if (entries === undefined) return undefined;
  return entries === "" ? "{}" : `{ ${entries} }`;
}

function allParts<T>(values: readonly T[], write: (value: T) => string | undefined): string | undefined {
  let joined = "";
  for (const value of values) {
    const part = write(value);
    if (part === undefined || joined.length + part.length > width) return undefined;
    joined += joined === "" ? part : `, ${part}`;
  }
  return joined;
}

/** Several objects, or several lists, none of them with less than two entries. */
function isTable(values: readonly Json[]): boolean {
  const isList = Array.isArray(values[0]);
  const isRow = (value: Json): boolean =>
    typeof value === "object" &&
    value !== null &&
    Array.isArray(value) === isList &&
    Object.keys(value).length > 1;
  return values.length > 1 && values.every(isRow);
}

function scalarLiteral(value: string | number | boolean | null): string {
  return typeof value === "string" ? stringLiteral(value) : JSON.stringify(value);
}

/** `__proto__: value` would set the prototype; only the computed key is a property. */
function propertyKey(key: string): string {
  return key === "__proto__" ? '["__proto__"]' : propertyName(key);
}
