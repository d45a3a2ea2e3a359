import { readFileSync } from "node:fs";
import type { Markdown } from "../text/markdown.ts";
import type { TemplateName } from "../naming/known-names.ts";
import { TemplateError } from "./template-error.ts";
import type { TemplateView } from "./view.ts";

type TemplateOverrides = Readonly<Record<string, string>>;

/** Returns Markdown without a final line end. */
export type Render = (name: TemplateName, view: { readonly [name: string]: TemplateView }) => Markdown;

let lastTemplates: { readonly key: string; readonly render: Promise<Render> } | undefined;

/**
 * Compiles each template on first use. The renderer is kept until it is asked for with other
 * overrides. Rendering throws a `TemplateError` if an override cannot be used.
 */
export function createRenderer(overrides: TemplateOverrides): Promise<Render> {
  const key = JSON.stringify(overrides);
  if (lastTemplates?.key !== key) lastTemplates = { key, render: renderWith(overrides) };
  return lastTemplates.render;
}

const templatePartials = ["frontmatter", "tool-table", "field-table"] as const;

async function renderWith(overrides: TemplateOverrides): Promise<Render> {
  const { default: Handlebars } = await import("handlebars/dist/handlebars.js");
  const handlebars = Handlebars.create();
  // Strings of a view are inert, so Handlebars escapes nothing. `strict` makes a misspelt name an
  // error. `knownHelpersOnly`: no name is looked up as a helper.
  const options = { noEscape: true, strict: true, preventIndent: true, knownHelpersOnly: true } as const;
  const compile = (name: TemplateName): Handlebars.TemplateDelegate =>
    handlebars.compile(Object.hasOwn(overrides, name) ? overrides[name] : builtInTemplate(name), options);
  for (const name of templatePartials) handlebars.registerPartial(name, compile(name));
  const compiled = new Map<TemplateName, Handlebars.TemplateDelegate>();
  return (name, view) => {
    const template = compiled.get(name) ?? compile(name);
    compiled.set(name, template);
    try {
      return tidyRendered(template(view));
    } catch (error) {
      // The name is that of the page's template; the mistake may be in a partial that it uses.
      throw new TemplateError(name, error);
    }
  };
}

function builtInTemplate(name: TemplateName): string {
  return readFileSync(new URL(`../../templates/${name}.hbs`, import.meta.url), "utf8");
}

/** Leaves one empty line between the blocks of a rendered template. */
function tidyRendered(rendered: string): Markdown {
  // Searching for a text is much faster than for a pattern, and a page may have a megabyte.
  const even = rendered.includes("\n\n\n") ? rendered.replaceAll(/\n{3,}/g, "\n\n") : rendered;
  return even.trim() as Markdown;
}
