import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { docsEmitter } from "../src/docs/docs-emitter.ts";
import { formatted } from "../src/format.ts";
import { hostsEmitter } from "../src/hosts/hosts-emitter.ts";
import { type TemplateName, templateNames } from "../src/known-names.ts";
import { schemasEmitter } from "../src/schemas/schemas-emitter.ts";
import { compileTemplate, functionName } from "./compile-templates.ts";
import { emitPackage, modelOf } from "./emit-all.ts";
import { bulkSend, forbidden, manage, sampleModel, sampleOptions, sampleTool } from "./sample-model.ts";
import { readScenarios } from "./scenario.ts";

const path = "../src/generated/templates.ts";

const head = `// Generated from templates/*.hbs by test/templates.test.ts. Do not edit: change a template and run
// \`pnpm exec vitest run test/templates.test.ts -u\`.
import type { TemplateName } from "../known-names.ts";
import { each, get, isThere, show, type View, written } from "../template-functions.ts";

/** The built-in templates as functions: a process that compiled them would do nothing else for a while. */
export const templates: Readonly<Record<TemplateName, (view: View) => string>> = {
`;

async function compiledModule(): Promise<string> {
  const entries = templateNames.map((name) => {
    const called = functionName(name);
    return called === name ? `${name},` : `${JSON.stringify(name)}: ${called},`;
  });
  const functions = templateNames.map(
    (name) =>
      `function ${functionName(name)}(view: View): string {\nreturn ${compileTemplate(textOf(name))};\n}\n`,
  );
  return formatted(path, `${head}${entries.join("\n")}\n};\n\n${functions.join("\n")}`);
}

function textOf(name: TemplateName): string {
  return readFileSync(new URL(`../templates/${name}.hbs`, import.meta.url), "utf8");
}

// `pnpm exec vitest run test/templates.test.ts -u` updates it.
test("the compiled templates are what the templates compile to", async () => {
  await expect(await compiledModule()).toMatchFileSnapshot(path);
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
  (text) => expect(() => compileTemplate(text)).toThrow(/our templates need|templates have no/),
);
