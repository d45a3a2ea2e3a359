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
