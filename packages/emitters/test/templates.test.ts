import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { docsEmitter } from "../src/outputs/docs/docs-emitter.ts";
import { hostsEmitter } from "../src/outputs/hosts/hosts-emitter.ts";
import { type TemplateName, templateNames } from "../src/naming/known-names.ts";
import { schemasEmitter } from "../src/outputs/schemas/schemas-emitter.ts";
import { compileTemplate } from "../scripts/compile-template.ts";
import { compiledFolder, compiledTemplates, templateText } from "../scripts/templates.ts";
import { emitPackage, modelOf } from "./emit-all.ts";
import { bulkSend, forbidden, manage, sampleModel, sampleOptions, sampleTool } from "./sample-model.ts";
import { readScenarios } from "./scenario.ts";

test("the compiled templates are what the templates compile to", async () => {
  // `pnpm templates` writes them.
  const committed = readdirSync(compiledFolder, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => [path, readFileSync(join(compiledFolder, path), "utf8")] as const);
  expect(new Map(committed.toSorted())).toEqual(new Map([...(await compiledTemplates())].toSorted()));
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
      const templates = Object.fromEntries(names.map((name) => [name, templateText(name)]));
      expect(await emitPackage<unknown>(emitter, model, { ...sampleOptions, templates })).toEqual(written);
    }
  }
});

test.each(["{{#with a}}b{{/with}}", "{{shout a}}", "{{@key}}", "{{> (a)}}", "  {{> a}}", "{{!-- a --}}"])(
  "a template of ours that needs more than the others does not compile: %s",
  (text) => expect(() => compileTemplate("ours", text)).toThrow(/our templates need|templates have no/),
);
