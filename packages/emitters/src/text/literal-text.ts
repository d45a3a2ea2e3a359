import { showHiddenInJson } from "./plain-text.ts";

const identifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** A string literal that holds exactly this text. What a reader could not see is written as an escape. */
export function stringLiteral(text: string): string {
  return showHiddenInJson(JSON.stringify(text));
}

/** A property name of a type. */
export function propertyName(name: string): string {
  return identifier.test(name) ? name : stringLiteral(name);
}
