import { readFileSync } from "node:fs";
import Handlebars from "handlebars";
import { expect, test } from "vitest";
import { templateNames } from "../src/known-names.ts";
import { templateOptions } from "../src/template-options.ts";

const head = `// Generated from templates/*.hbs by test/templates.test.ts. Do not edit: change a template and run
// \`pnpm exec vitest run test/templates.test.ts -u\`. What Handlebars makes of a template has no types.
// @ts-nocheck
import type { TemplateName } from "../known-names.ts";

/** The built-in templates, compiled: a process that compiled them would do nothing else for a while. */
export const templates: Readonly<Record<TemplateName, object>> = {
`;

function compiledModule(): string {
  const entries = templateNames.map((name) => {
    const text = readFileSync(new URL(`../templates/${name}.hbs`, import.meta.url), "utf8");
    return `"${name}": ${String(Handlebars.precompile(text, templateOptions))},\n`;
  });
  return `${head}${entries.join("\n")}};\n`;
}

// `pnpm exec vitest run test/templates.test.ts -u` updates it.
test("the compiled templates are what the templates compile to", async () => {
  await expect(compiledModule()).toMatchFileSnapshot("../src/generated/templates.ts");
});
