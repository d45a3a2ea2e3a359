import { showHiddenInJson } from "./plain-text.ts";

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** A string literal with exactly this value; invisible characters are written as escapes. */
export function stringLiteral(text: string): string {
  return showHiddenInJson(JSON.stringify(text));
}

/** A property name of a type. */
export function propertyName(name: string): string {
  return identifier.test(name) ? name : stringLiteral(name);
}
