import Handlebars from "handlebars/dist/handlebars.runtime.js";
import type { Markdown, YamlScalar } from "./docs/markdown.ts";
import { templates } from "./generated/templates.ts";
import type { TemplateName } from "./known-names.ts";
import { TemplateError } from "./template-error.ts";
import { templateOptions } from "./template-options.ts";

/** What a template may see: inert text, numbers, truth, and lists and records of these. Never raw contract text. */
export type View =
  | Markdown
  | YamlScalar
  | number
  | boolean
  | undefined
  | readonly View[]
  | { readonly [name: string]: View };

const partials = ["frontmatter", "tool-table", "field-table"] as const;

/** Markdown without a line end at its end. */
export type Render = (name: TemplateName, view: { readonly [name: string]: View }) => Markdown;

let last: { readonly key: string; readonly render: Promise<Render> } | undefined;

/**
 * Prepares the templates that are asked for, each once as long as nobody asks with other overrides. Rendering throws a
 * `TemplateError` if an override cannot be used.
 */
export async function createRenderer(overrides: Readonly<Record<string, string>>): Promise<Render> {
  const key = JSON.stringify(overrides);
  if (last?.key !== key) last = { key, render: newRenderer(overrides) };
  return last.render;
}

async function newRenderer(overrides: Readonly<Record<string, string>>): Promise<Render> {
  const isOurs = Object.keys(overrides).length === 0;
  const handlebars = (isOurs ? Handlebars : await withCompiler()).create();
  const prepare = (name: TemplateName): Handlebars.TemplateDelegate =>
    Object.hasOwn(overrides, name)
      ? handlebars.compile(overrides[name], templateOptions)
      : handlebars.template(templates[name]);
  for (const name of partials) handlebars.registerPartial(name, prepare(name));
  const prepared = new Map<TemplateName, Handlebars.TemplateDelegate>();
  return (name, view) => {
    const template = prepared.get(name) ?? prepare(name);
    prepared.set(name, template);
    try {
      return tidy(template(view));
    } catch (error) {
      // A partial fails in the template that uses it, which may be ours.
      throw isOurs ? error : new TemplateError(name, error);
    }
  };
}

/** Our own templates are compiled already, and a project seldom has others. */
async function withCompiler(): Promise<typeof Handlebars> {
  return (await import("handlebars/dist/handlebars.js")).default;
}

/** One empty line between blocks. A template holds our words, and views hold Markdown: so does what comes out. */
function tidy(rendered: string): Markdown {
  // A page may have a megabyte: it is searched for a text much faster than for a pattern.
  const even = rendered.includes("\n\n\n") ? rendered.replaceAll(/\n{3,}/g, "\n\n") : rendered;
  return even.trim() as Markdown;
}
