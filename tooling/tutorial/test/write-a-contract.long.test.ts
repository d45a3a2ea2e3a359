import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { type CodeBlock, codeBlocks, proviso } from "./page.ts";

const config = `proviso: 1
product: shop
contracts: [contracts/*.yaml]
packages: { scope: "@shop", license: MIT }
outputs: { schemas: out/schemas }
`;

const declared = "(in place of permissions and failureModes)";
const permitted = "(below permissions)";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proviso-page-"));
  await mkdir(join(folder, "contracts"));
  await writeFile(join(folder, "proviso.yaml"), config);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function check(contract: string): Promise<string> {
  await writeFile(join(folder, "contracts/orders.yaml"), contract);
  return proviso(["check"], folder);
}

/** Adds fields to the tool `refund`. Those that it has are replaced, and the block's title must say so. */
function withFields(contract: string, { title, text: fields }: CodeBlock): string {
  const names = [...fields.matchAll(/^ {4}(\w+):/gm)].map(([, name = ""]) => name);
  const [head = "", refund = ""] = contract.split(/(?<=^ {2}refund:\n)/m);
  const replaced = names.filter((name) => refund.includes(`\n    ${name}:`));
  expect(title.match(/(?<=in place of ).*(?=\))/)?.[0] ?? "").toBe(replaced.join(" and "));
  const kept = refund.split("\n").filter((line) => !names.some((name) => line.startsWith(`    ${name}:`)));
  return `${head}${fields}${kept.join("\n")}`;
}

/** Replaces the parts of the contract that a block begins again. */
function withParts(contract: string, block: string): string {
  const parts = block.matchAll(/^(\w+:\n)((?: .*\n)+)/gm);
  return [...parts].reduce(
    (text, [, key = "", lines = ""]) => text.replace(new RegExp(`^${key}(?: .*\n)+`, "m"), `${key}${lines}`),
    contract,
  );
}

function grow(contract: string, block: CodeBlock): string {
  const { title, text } = block;
  if (title === "contracts/orders.yaml") return text;
  if (title.endsWith(declared)) return withParts(contract, text);
  if (title.endsWith(permitted)) return contract.replace(/^permissions:\n/m, `$&${text}`);
  if (title.includes("(in refund")) return withFields(contract, block);
  // `refund` stays the last tool.
  return contract.includes("  refund:\n")
    ? contract.replace("  refund:\n", `${text}\n  refund:\n`)
    : `${contract}\n${text}`;
}

it("the contract grows as the page says, and the compiler says what is shown; the playground starts with it", async () => {
  let contract = "";
  const blocks = await codeBlocks("write-a-contract");
  for (const [index, block] of blocks.entries()) {
    if (block.language === "yaml") contract = grow(contract, block);
    const said = await check(contract);
    if (block.language === "console") expect(`$ proviso check\n${said}`.trim()).toBe(block.text.trim());
    // Only the next block uses a declaration, and the second tool is wrong on purpose.
    else if (
      block.title.endsWith(declared) ||
      block.title.endsWith(permitted) ||
      blocks[index + 1]?.language === "console"
    )
      continue;
    else expect(said).toMatch(/^next: `proviso generate`\n\d tools? in 1 contract: no errors/);
  }
  const inPlayground = "../../../apps/docs/src/playground/examples/orders.yaml";
  const example = await readFile(new URL(inPlayground, import.meta.url), "utf8");
  expect(parse(example)).toEqual(parse(contract));
});
