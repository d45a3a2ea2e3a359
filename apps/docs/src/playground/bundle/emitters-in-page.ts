import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { templateNames } from "@proviso/emitters/names";
import type { AstroUserConfig, ViteUserConfig } from "astro";
import Handlebars from "handlebars/dist/handlebars.js";
import { printedShapes } from "./printed-shapes.ts";

type Plugin = Extract<NonNullable<ViteUserConfig["plugins"]>[number], { name: string }>;

/** As in `render-template.ts` of the emitters; the page compares them. */
const compileOptions = { noEscape: true, strict: true, preventIndent: true, knownHelpersOnly: true };

const here = (file: string): string => fileURLToPath(new URL(file, import.meta.url));

/** What the emitters load in Node.js, and what they get in the page. */
const replaced: Readonly<Record<string, string>> = { oxfmt: here("format-code.ts") };

/** Modules that the build makes. */
const made: Readonly<Record<string, () => Promise<string> | string>> = {
  "handlebars/dist/handlebars.js": () =>
    `export { handlebars as default } from ${JSON.stringify(here("templates-in-page.ts"))};`,
  "virtual:proviso-templates": templatesModule,
  "virtual:proviso-shapes": async () =>
    `export const shapes = ${JSON.stringify([...(await printedShapes())])};`,
  // Emitters ask for these two only for what the modules above lack.
  "ts-morph": () => `${refusal("this shape of code was not printed when the page was built")}
export const printStructure = refuse, StructureKind = {}, VariableDeclarationKind = {};`,
  "node:fs": () => `${refusal("a page has no files")}\nexport const readFileSync = refuse;`,
};

/** The configuration of a site with the playground. */
export function withPlayground(config: AstroUserConfig): AstroUserConfig {
  return { ...config, vite: { ...config.vite, worker: { format: "es", plugins: () => [emittersInPage()] } } };
}

/** Lets the emitters run in the page: the parts of them that are native, large, or need files are made by the build. */
function emittersInPage(): Plugin {
  return {
    name: "proviso-emitters-in-page",
    enforce: "pre",
    resolveId(source) {
      if (Object.hasOwn(replaced, source)) return replaced[source];
      return Object.hasOwn(made, source) ? `\0in-page:${source}` : undefined;
    },
    load(id) {
      return id.startsWith("\0in-page:") ? made[id.slice("\0in-page:".length)]?.() : undefined;
    },
  };
}

async function templatesModule(): Promise<string> {
  const folder = new URL("templates/", import.meta.resolve("@proviso/emitters/package.json"));
  const compiled = await Promise.all(
    templateNames.map(async (name) => {
      const text = await readFile(new URL(`${name}.hbs`, folder), "utf8");
      return `${JSON.stringify(name)}: ${String(Handlebars.precompile(text, { ...compileOptions }))}`;
    }),
  );
  return `export const compileOptions = ${JSON.stringify(compileOptions)};
export const compiledTemplates = { ${compiled.join(",\n")} };`;
}

function refusal(reason: string): string {
  return `const refuse = () => { throw new Error(${JSON.stringify(reason)}); };`;
}
