import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { type TemplateName, templateNames } from "../src/naming/known-names.ts";
import { formatted } from "../src/typescript/format.ts";
import { compileTemplate, functionName } from "./compile-template.ts";

/** Where the compiled templates are committed. */
export const compiledFolder: string = fileURLToPath(new URL("../src/generated/", import.meta.url));

const head = `// Generated from templates/*.hbs by \`pnpm templates\`. Do not edit: change a template and run it.
`;

const list = `${head}import type { TemplateName } from "../naming/known-names.ts";
import type { View } from "../markdown/template-functions.ts";
${templateNames.map((name) => `import { ${functionName(name)} } from "./templates/${name}.ts";`).join("\n")}

/** The built-in templates as functions: compiling them in each process would take longer than all else that it does. */
export const templates: Readonly<Record<TemplateName, (view: View) => string>> = {
${templateNames.map((name) => `${JSON.stringify(name)}: ${functionName(name)},`).join("\n")}
};
`;

export function templateText(name: TemplateName): string {
  return readFileSync(new URL(`../templates/${name}.hbs`, import.meta.url), "utf8");
}

/** Every compiled template, and the module that lists them: path in `compiledFolder` to text. */
export async function compiledTemplates(): Promise<ReadonlyMap<string, string>> {
  const texts = new Map([["templates.ts", list.replaceAll(/^"(\w+)": \1,$/gm, "$1,")]]);
  for (const name of templateNames)
    texts.set(`templates/${name}.ts`, `${head}${compileTemplate(name, templateText(name))}`);
  const files = [...texts].map(async ([path, text]) => [path, await formatted(path, text)] as const);
  return new Map(await Promise.all(files));
}
