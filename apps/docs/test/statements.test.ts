import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** In the order in which the source documents are numbered. */
const sources = ["agency-hint", "tool-contract", "requirements", "metadata", "annotations"];

interface Statement {
  readonly id: string;
  readonly words: string;
  readonly where: string;
  readonly test: string;
  /** A part of the test's name; empty where the whole file is the test. */
  readonly name: string;
  readonly difference: string;
}

interface Source {
  readonly title: string;
  readonly statements: readonly Statement[];
}

/** A file of statements: a title, then a line each, of `words | where | test file | its name | what we do differently`. */
function readSource(file: string, number: number): Source {
  const text = readFileSync(`${root}apps/docs/statements/${file}.txt`, "utf8");
  const [title = "", ...lines] = text.trim().split("\n");
  const statements = lines.map((line, index) => {
    const [words = "", where = "", test = "", name = "", difference = ""] = line
      .split(" |")
      .map((each) => each.trim());
    return {
      id: `${number}.${index + 1}`,
      words,
      where: pathOf(where),
      test: testPath(test),
      name,
      difference,
    };
  });
  return { title: title.replace("# ", ""), statements };
}

/** `compiler/src` is short for `packages/compiler/src`, `sample-server/test` for `apps/sample-server/test`. */
function pathOf(short: string): string {
  if (short.startsWith("contracts")) return short;
  return `${/^(?:sample-|docs\/)/.test(short) ? "apps" : "packages"}/${short}`;
}

function testPath(short: string): string {
  return pathOf(/\.\w+$/.test(short) ? short : `${short}.test.ts`);
}

const all = sources.map((file, index) => readSource(file, index + 1));
const statements = all.flatMap((source) => source.statements);

describe("every statement of the source documents", () => {
  it("names code that is there", () =>
    expect(
      statements.filter(({ where }) => !existsSync(root + where)).map(({ id, where }) => [id, where]),
    ).toEqual([]));

  it("names a test that is there", () => {
    const isThere = ({ test, name }: Statement): boolean =>
      existsSync(root + test) && readFileSync(root + test, "utf8").includes(name);
    expect(statements.filter((each) => !isThere(each)).map(({ id, test, name }) => [id, test, name])).toEqual(
      [],
    );
  });

  it("is on a page of the site, which `vitest -u` writes anew", async () => {
    await expect(page()).toMatchFileSnapshot("../src/content/docs/statements.mdx");
  });
});

function page(): string {
  const differences = statements.filter(({ difference }) => difference !== "");
  return [
    "---",
    "title: Every statement of the sources",
    `description: ${statements.length} statements of five documents, where each is enforced, and the test that shows it.`,
    "tableOfContents: { maxHeadingLevel: 2 }",
    "---",
    "",
    "{/* Written by test/statements.test.ts from statements/*.txt, which fails when the code or the test of a statement is gone. */}",
    "",
    `Proviso follows five documents. They make ${statements.length} statements, in our words below. Each names the code that makes it true and a`,
    "test that fails when it is not.",
    "",
    "## What we do differently",
    "",
    ...differences.map(({ id, words, difference }) => `- **${id}** ${words} *Instead:* ${difference}`),
    ...all.flatMap(tableOf),
    "",
  ].join("\n");
}

function tableOf({ title, statements: rows }: Source): readonly string[] {
  const row = ({ id, words, where, test, name }: Statement): string =>
    `| ${id} | ${words} | \`${where}\` | \`${test}\`${name === "" ? "" : `: ${inert(name)}`} |`;
  return [
    "",
    `## ${title}`,
    "",
    "| No. | Statement | Enforced in | Shown by |",
    "| --- | --- | --- | --- |",
    ...rows.map(row),
  ];
}

/** Names of tests hold what MDX would read. */
function inert(name: string): string {
  return name.replaceAll(/[{}<$*_]/g, (character) => `&#${character.charCodeAt(0)};`);
}
