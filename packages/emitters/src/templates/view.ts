import type { Markdown, YamlScalar } from "../text/markdown.ts";

/** What a template may see: inert text, numbers, booleans, lists and records of these. */
export type TemplateView =
  | Markdown
  | YamlScalar
  | number
  | boolean
  | undefined
  | readonly TemplateView[]
  | { readonly [name: string]: TemplateView };
