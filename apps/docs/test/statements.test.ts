import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readStatements } from "../statements/statements.mjs";

const root = join(import.meta.dirname, "../../..");
const documents = readStatements();
const statements = documents.flatMap((document) => document.statements);
type Statement = (typeof statements)[number];

const textOf = (file: string): string =>
  existsSync(join(root, file)) ? readFileSync(join(root, file), "utf8") : "";

describe("every statement of the source documents", () => {
  it("names a test that exists", () => {
    const exists = ({ test, name = "" }: Statement): boolean =>
      test.endsWith(".test.ts") && textOf(test) !== "" && textOf(test).includes(name);
    expect(statements.filter((each) => !exists(each)).map(({ id, test, name }) => [id, test, name])).toEqual(
      [],
    );
  });

  it("has a mutant whose text the code contains exactly once", () => {
    const fits = ({ mutant }: Statement): boolean =>
      mutant === undefined ||
      (mutant.replace !== mutant.with && textOf(mutant.file).split(mutant.replace).length === 2);
    expect(statements.filter((each) => !fits(each)).map(({ id, mutant }) => [id, mutant])).toEqual([]);
  });

  it("is on a page of the site, which `vitest --update` writes anew", async () => {
    await expect(page()).toMatchFileSnapshot("../src/content/docs/statements.mdx");
  });
});

function page(): string {
  const differences = statements.filter(({ instead }) => instead !== undefined);
  const unchecked = statements.filter(({ mutant }) => mutant === undefined).length;
  return [
    "---",
    "title: Every statement of the sources",
    `description: ${statements.length} statements of five documents, the code that enforces each, and the test that shows it.`,
    "tableOfContents: { maxHeadingLevel: 2 }",
    "---",
    "",
    "{/* Written by test/statements.test.ts from statements/*.yaml. */}",
    "",
    `Proviso follows five documents. They make ${statements.length} statements, in our words below. Each names the code that enforces it and a`,
    "test. A test that passes shows little by itself, so each statement also has a mutant: a change of that code that makes the statement",
    "false. `./x bench statements` makes every change and fails unless the named test fails.",
    ...(unchecked === 0
      ? []
      : ["", `${unchecked} statements have no mutant yet and are marked *unchecked*.`]),
    "",
    "## What we do differently",
    "",
    ...differences.map(({ id, says, instead }) => `- **${id}** ${says} *Instead:* ${instead}`),
    ...documents.flatMap(tableOf),
    "",
  ].join("\n");
}

function tableOf({ title, statements: rows }: (typeof documents)[number]): readonly string[] {
  const row = ({ id, says, test, name, mutant }: Statement): string =>
    `| ${id} | ${says} | ${mutant === undefined ? "*unchecked*" : `\`${mutant.file}\``} | \`${test}\`${name === undefined ? "" : `: ${inert(name)}`} |`;
  return [
    "",
    `## ${title}`,
    "",
    "| No. | Statement | Enforced in | Shown by |",
    "| --- | --- | --- | --- |",
    ...rows.map(row),
  ];
}

/** Replaces characters that MDX would read as markup. */
function inert(name: string): string {
  return name.replaceAll(/[{}<$*_]/g, (character) => `&#${character.charCodeAt(0)};`);
}
