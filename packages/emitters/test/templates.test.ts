import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { docsEmitter } from "../src/outputs/docs/docs-emitter.ts";
import { formatted } from "../src/typescript/format.ts";
import { hostsEmitter } from "../src/outputs/hosts/hosts-emitter.ts";
import { type TemplateName, templateNames } from "../src/naming/known-names.ts";
import { schemasEmitter } from "../src/outputs/schemas/schemas-emitter.ts";
import { compileTemplate, functionName } from "./compile-templates.ts";
import { emitPackage, modelOf } from "./emit-all.ts";
import { bulkSend, forbidden, manage, sampleModel, sampleOptions, sampleTool } from "./sample-model.ts";
import { readScenarios } from "./scenario.ts";

const folder = "../src/generated";

const head = `// Generated from templates/*.hbs by test/templates.test.ts. Do not edit: change a template and run
// \`pnpm exec vitest run test/templates.test.ts -u\`.
`;

const list = `${head}import type { TemplateName } from "../naming/known-names.ts";
import type { View } from "../markdown/template-functions.ts";
${templateNames.map((name) => `import { ${functionName(name)} } from "./templates/${name}.ts";`).join("\n")}

/** The built-in templates as functions: a process that compiled them would do nothing else for a while. */
export const templates: Readonly<Record<TemplateName, (view: View) => string>> = {
${templateNames.map((name) => `${JSON.stringify(name)}: ${functionName(name)},`).join("\n")}
};
`;

function textOf(name: TemplateName): string {
  return readFileSync(new URL(`../templates/${name}.hbs`, import.meta.url), "utf8");
}

// `pnpm exec vitest run test/templates.test.ts -u` updates them.
test.each(templateNames)("the compiled template %s is what the template compiles to", async (name) => {
  const path = `${folder}/templates/${name}.ts`;
  const text = await formatted(path, `${head}${compileTemplate(name, textOf(name))}`);
  await expect(text).toMatchFileSnapshot(path);
});

test("the list of the compiled templates is complete, and nothing else is compiled", async () => {
  const path = `${folder}/templates.ts`;
  await expect(await formatted(path, list.replaceAll(/^"(\w+)": \1,$/gm, "$1,"))).toMatchFileSnapshot(path);
  const files = readdirSync(new URL(`${folder}/templates`, import.meta.url));
  expect(files.toSorted()).toEqual(templateNames.map((name) => `${name}.ts`).toSorted());
});

const models = [
  ["the sample", sampleModel(sampleTool(), bulkSend, manage, forbidden)] as const,
  ...readScenarios().map(({ name, contracts }) => [name, modelOf(contracts)] as const),
];
const copies: readonly (readonly TemplateName[])[] = [
  templateNames,
  ["tool"],
  ["frontmatter", "field-table"],
];

test.each(models)("what they write of %s is what Handlebars writes", async (_, model) => {
  for (const emitter of [docsEmitter, schemasEmitter, hostsEmitter]) {
    const written = await emitPackage<unknown>(emitter, model, { ...sampleOptions, templates: {} });
    for (const names of copies) {
      // A project that overrides any has all of them from Handlebars.
      const templates = Object.fromEntries(names.map((name) => [name, textOf(name)]));
      expect(await emitPackage<unknown>(emitter, model, { ...sampleOptions, templates })).toEqual(written);
    }
  }
});

test.each(["{{#with a}}b{{/with}}", "{{shout a}}", "{{@key}}", "{{> (a)}}", "  {{> a}}", "{{!-- a --}}"])(
  "a template of ours that needs more than the others does not compile: %s",
  (text) => expect(() => compileTemplate("ours", text)).toThrow(/our templates need|templates have no/),
);
