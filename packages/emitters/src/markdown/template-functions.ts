import type { Markdown, YamlScalar } from "./markdown.ts";

/** What a template may see: inert text, numbers, truth, and lists and records of these. Never raw contract text. */
export type View =
  | Markdown
  | YamlScalar
  | number
  | boolean
  | undefined
  | readonly View[]
  | { readonly [name: string]: View };

// What a compiled template consists of, with the meaning that Handlebars gives it.

/** `{{name}}`: a name that is not there is an error, as it would be misspelt. */
export function show(view: View, name: string): string {
  if (typeof view !== "object" || !Object.hasOwn(view, name)) throw new Error(`"${name}" not defined`);
  return written(get(view, name));
}

/** A value as text. */
export function written(value: View): string {
  return value === undefined ? "" : String(value);
}

/** What has a name or a number in a record or a list; undefined if nothing has. */
export function get(view: View, name: string): View {
  if (typeof view !== "object" || !Object.hasOwn(view, name)) return undefined;
  return (view as { readonly [name: string]: View })[name];
}

/** `{{#if value}}`: an empty list counts as nothing. */
export function isThere(value: View): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}

/** `{{#each list}}`. */
export function each(list: View, write: (item: View, index: number) => string): string {
  let text = "";
  if (Array.isArray(list)) for (const [index, item] of list.entries()) text += write(item, index);
  return text;
}
