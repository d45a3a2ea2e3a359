import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../../../", import.meta.url);

test("every promise of the security model names a test that exists", () => {
  const page = readFileSync(new URL("apps/docs/src/content/docs/security-model.mdx", root), "utf8");
  const rows = [...page.matchAll(/^\| .* \| `(packages\/.*)` +\|$/gm)].map(([, path = ""]) => path);
  expect(rows.length).toBeGreaterThan(20);
  expect(rows.filter((path) => !existsSync(new URL(path, root)))).toEqual([]);
});
