import type { Markdown, YamlScalar } from "../text/markdown.ts";

/** What a template may see: inert text, numbers, truth, and lists and records of these. Never raw contract text. */
export type TemplateView =
  | Markdown
  | YamlScalar
  | number
  | boolean
  | undefined
  | readonly TemplateView[]
  | { readonly [name: string]: TemplateView };
