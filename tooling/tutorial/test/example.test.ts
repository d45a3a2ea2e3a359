import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { root } from "./product-copy.ts";

const config = `proviso: 1
product: backoffice
contracts: [contracts/*.yaml]
packages: { scope: "@backoffice", license: Apache-2.0 }
outputs: { docs: docs }
`;

let folder: string;
let contract: string;
let shownError: string;

beforeAll(async () => {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const section = readme.slice(readme.indexOf("## A contract"), readme.indexOf("## What comes out of it"));
  const [yaml, error] = [...section.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].map(([, text = ""]) => text);
  contract = yaml ?? "";
  shownError = error ?? "";
  folder = await mkdtemp(join(tmpdir(), "proviso-readme-"));
  await mkdir(join(folder, "contracts"));
  await writeFile(join(folder, "proviso.yaml"), config);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** What `proviso check` reports about a contract, without advice. */
async function findings(text: string): Promise<string> {
  await writeFile(join(folder, "contracts/emails.yaml"), text);
  const output = await new Promise<string>((resolve) => {
    const child = execFile(
      process.execPath,
      [join(root, "packages/cli/bin/proviso.js"), "check"],
      { cwd: folder, env: { ...process.env, NO_COLOR: "1" } },
      (_error, stdout, stderr) => resolve(stdout + stderr),
    );
    child.stdin?.end();
  });
  return output
    .split("\n\n")
    .filter((part) => /^(?:error|warning)\[/.test(part))
    .join("\n\n");
}

it("the contract that the README shows compiles alone", async () => {
  expect(await findings(contract)).toBe("");
});

it("the error that the README shows is the one that its change leads to", async () => {
  const changed = contract.replace(/^ {4}riskLevel: .*$/m, (line) => `${line}\n    confirmation: never`);
  expect(`${await findings(changed)}\n`).toBe(shownError);
});

it("the figures of other frameworks are those of the site's page", async () => {
  const readme = await readFile(join(root, "README.md"), "utf8");
  const page = await readFile(join(root, "apps/docs/src/content/docs/versus.mdx"), "utf8");
  // The README names frameworks without their versions.
  const figuresIn = (text: string, row: string): Readonly<Record<string, string>> => {
    const cellsOf = (line: string): readonly string[] => line.split("|").map((cell) => cell.trim());
    const lines = text.split("\n");
    const at = lines.findIndex((line) => line.startsWith(`| ${row} `));
    const names = cellsOf(lines.slice(0, at).findLast((line) => line.includes("fastmcp")) ?? "");
    const figures = cellsOf(lines[at] ?? "");
    const named = names.map((name, index) => [name.replace(/ [\d.]+$/, ""), figures[index] ?? ""] as const);
    return Object.fromEntries(named.slice(2, -1));
  };
  const rows = ["checks that hold, of 40", "hand-written lines", "bytes of the list of tools"];
  const shown = rows.map((row) => figuresIn(readme, row));
  expect(shown).toEqual(rows.map((row) => figuresIn(page, row)));
  expect(Object.keys(shown[0] ?? {})).toHaveLength(5);
});
