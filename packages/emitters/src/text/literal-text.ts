import { showHiddenInJson } from "./plain-text.ts";

const typeScriptIdentifier = /^[A-Za-z_$][A-Za-z0-9_$]*$/;

/** A string literal with exactly this value; invisible characters are written as escapes. */
export function stringLiteral(text: string): string {
  return showHiddenInJson(JSON.stringify(text));
}

/** A template literal of this value, whose lines stay. The text has no hidden characters. */
export function templateLiteral(text: string): string {
  return `\`${text.replaceAll(/[\\`]|\$(?=\{)/g, "\\$&")}\``;
}

/** The value of a module's constant that is a template literal; empty if there is none. */
export function templateLiteralIn(module: string): string {
  const [, text = ""] = /^export const \w+: string = `([^]*)`;$/m.exec(module) ?? [];
  return text.replaceAll(/\\([\\`$])/g, "$1");
}

/** A property name as TypeScript code. */
export function propertyKey(name: string): string {
  return typeScriptIdentifier.test(name) ? name : stringLiteral(name);
}
