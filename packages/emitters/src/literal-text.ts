import type { Json, JsonObject } from "@proviso/manifest";
import { showHidden } from "./plain-text.ts";

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** A string literal that holds exactly this text. What a reader could not see is written as an escape. */
export function stringLiteral(text: string): string {
  return showHidden(JSON.stringify(text));
}

/** A property name of a type. */
export function propertyName(name: string): string {
  return identifier.test(name) ? name : stringLiteral(name);
}

/** An expression for this value, as plain object and array literals. */
export function valueLiteral(value: Json): string {
  if (typeof value === "string") return stringLiteral(value);
  if (Array.isArray(value)) return `[${value.map((each: Json) => valueLiteral(each)).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const entries = Object.entries(value as JsonObject).map(
    ([key, each]) => `${propertyKey(key)}: ${valueLiteral(each)}`,
  );
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

/** `__proto__: value` would set the prototype; only the computed key is a property. */
function propertyKey(key: string): string {
  return key === "__proto__" ? '["__proto__"]' : propertyName(key);
}
