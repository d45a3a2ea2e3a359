import { readFileSync } from "node:fs";
import type { Markdown } from "../markdown/markdown.ts";
import type { TemplateName } from "../naming/known-names.ts";
import { TemplateError } from "./template-error.ts";
import type { View } from "./view.ts";

type Overrides = Readonly<Record<string, string>>;

/** Markdown without a line end at its end. */
export type Render = (name: TemplateName, view: { readonly [name: string]: View }) => Markdown;

let last: { readonly key: string; readonly render: Promise<Render> } | undefined;

/**
 * Prepares the templates that are asked for, each once as long as nobody asks with other overrides. Rendering throws a
 * `TemplateError` if an override cannot be used.
 */
export function createRenderer(overrides: Overrides): Promise<Render> {
  const key = JSON.stringify(overrides);
  if (last?.key !== key) last = { key, render: renderWith(overrides) };
  return last.render;
}

const partials = ["frontmatter", "tool-table", "field-table"] as const;

async function renderWith(overrides: Overrides): Promise<Render> {
  const { default: Handlebars } = await import("handlebars/dist/handlebars.js");
  const handlebars = Handlebars.create();
  // Every string of a view is inert already, so nothing is escaped twice; `strict` makes a misspelt name an error.
  // There are no helpers but the built-in ones, so that no name has to be looked up as one.
  const options = { noEscape: true, strict: true, preventIndent: true, knownHelpersOnly: true } as const;
  const compile = (name: TemplateName): Handlebars.TemplateDelegate =>
    handlebars.compile(Object.hasOwn(overrides, name) ? overrides[name] : builtIn(name), options);
  for (const name of partials) handlebars.registerPartial(name, compile(name));
  const compiled = new Map<TemplateName, Handlebars.TemplateDelegate>();
  return (name, view) => {
    const template = compiled.get(name) ?? compile(name);
    compiled.set(name, template);
    try {
      return tidy(template(view));
    } catch (error) {
      // A partial fails in the template that uses it, which may be ours.
      throw new TemplateError(name, error);
    }
  };
}

function builtIn(name: TemplateName): string {
  return readFileSync(new URL(`../../templates/${name}.hbs`, import.meta.url), "utf8");
}

/** One empty line between blocks. A template holds our words, and views hold Markdown: so does what comes out. */
function tidy(rendered: string): Markdown {
  // A page may have a megabyte: it is searched for a text much faster than for a pattern.
  const even = rendered.includes("\n\n\n") ? rendered.replaceAll(/\n{3,}/g, "\n\n") : rendered;
  return even.trim() as Markdown;
}
