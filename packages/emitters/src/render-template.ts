import { readFileSync } from "node:fs";
import Handlebars from "handlebars/dist/handlebars.js";
import type { Markdown, YamlScalar } from "./docs/markdown.ts";
import type { TemplateName } from "./known-names.ts";
import { TemplateError } from "./template-error.ts";

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

let last: { readonly key: string; readonly render: Render } | undefined;

/**
 * Compiles the templates that are asked for, each once as long as nobody asks with other overrides. Rendering throws a
 * `TemplateError` if an override cannot be used.
 */
export function createRenderer(overrides: Readonly<Record<string, string>>): Render {
  const key = JSON.stringify(overrides);
  if (last?.key !== key) last = { key, render: newRenderer(overrides) };
  return last.render;
}

function newRenderer(overrides: Readonly<Record<string, string>>): Render {
  const handlebars = Handlebars.create();
  // Every string of a view is inert already, so nothing is escaped twice; `strict` makes a misspelt name an error.
  // There are no helpers but the built-in ones, so that no name has to be looked up as one.
  const options = { noEscape: true, strict: true, preventIndent: true, knownHelpersOnly: true } as const;
  const sourceOf = (name: TemplateName): string =>
    Object.hasOwn(overrides, name) ? (overrides[name] ?? "") : builtInTemplate(name);
  for (const name of partials) handlebars.registerPartial(name, handlebars.compile(sourceOf(name), options));
  const compiled = new Map<TemplateName, Handlebars.TemplateDelegate>();
  const isOurs = Object.keys(overrides).length === 0;
  return (name, view) => {
    const template = compiled.get(name) ?? handlebars.compile(sourceOf(name), options);
    compiled.set(name, template);
    try {
      return tidy(template(view));
    } catch (error) {
      // A partial fails in the template that uses it, which may be ours.
      throw isOurs ? error : new TemplateError(name, error);
    }
  };
}

const builtIn = new Map<TemplateName, string>();

function builtInTemplate(name: TemplateName): string {
  const text =
    builtIn.get(name) ?? readFileSync(new URL(`../templates/${name}.hbs`, import.meta.url), "utf8");
  builtIn.set(name, text);
  return text;
}

/** One empty line between blocks. A template holds our words, and views hold Markdown: so does what comes out. */
function tidy(rendered: string): Markdown {
  return rendered.replaceAll(/\n{3,}/g, "\n\n").trim() as Markdown;
}
