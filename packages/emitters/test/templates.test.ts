import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { docsEmitter } from "../src/outputs/docs/docs-emitter.ts";
import { templateNames } from "../src/naming/known-names.ts";
import { emitPackage } from "./emit-all.ts";
import { sampleModel, sampleOptions, sampleTool } from "./sample-model.ts";

test("each template that a project can override has a file, and there are no others", () => {
  const files = readdirSync(new URL("../templates", import.meta.url));
  expect(files.toSorted()).toEqual(templateNames.map((name) => `${name}.hbs`).toSorted());
});

test("a part that a project overrides is used in the pages that are not overridden", async () => {
  const templates = { "field-table": "{{#each fields}}* {{name}}\n{{/each}}" };
  const files = await emitPackage(docsEmitter, sampleModel(sampleTool()), { ...sampleOptions, templates });
  const page = files.find(({ path }) => path === "tools/mail/read.md")?.text;
  expect(page).toContain("## Input\n\n* `limit`\n");
  expect(page).toContain("## What happens in a call");
});
