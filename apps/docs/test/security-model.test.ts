import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../../", import.meta.url);

test("the page says how to report, what counts and how releases are made in the words of SECURITY.md", () => {
  const page = readFileSync(new URL("apps/docs/src/content/docs/security-model.mdx", root), "utf8");
  const blocks = readFileSync(new URL("SECURITY.md", root), "utf8").trim().split("\n\n").slice(2);
  const said = blocks.filter((block) => !block.startsWith("#"));
  expect(said.length).toBeGreaterThan(5);
  expect(said.filter((block) => !page.includes(block))).toEqual([]);
});

test("every promise of the security model names a test that exists", () => {
  const page = readFileSync(new URL("apps/docs/src/content/docs/security-model.mdx", root), "utf8");
  const rows = [...page.matchAll(/^\| .* \| `(packages\/.*)` +\|$/gm)].map(([, path = ""]) => path);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
