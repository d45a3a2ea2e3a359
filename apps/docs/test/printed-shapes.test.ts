import { globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { printedShapes } from "../src/playground/bundle/printed-shapes.ts";
import { compileContract } from "../src/playground/compile-contract.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** Every contract of the repository: in a file of its own, and in a page or a test scenario. */
function contracts(): readonly string[] {
  const find = (patterns: readonly string[]): readonly string[] =>
    globSync([...patterns], { cwd: root, exclude: (path) => /node_modules|dist/.test(path) }).map((path) =>
      readFileSync(root + path, "utf8"),
    );
  const inPages = find(["{apps,packages,tooling}/**/*.{md,mdx}"]).flatMap((text) =>
    [...text.matchAll(/```yaml[^\n]*\n(.*?)```/gs)].map(([, block = ""]) => block),
  );
  const files = find(["contracts/*.yaml", "{apps,packages,tooling}/**/*.yaml"]);
  return [...files, ...inPages].filter((text) => /^proviso: 1$/m.test(text) && text.includes("domain:"));
}

it("the page has every shape of code that emitters write for a contract of this repository", async () => {
  const shapes = await printedShapes();
  const before = new Set(shapes.keys());
  let emitted = 0;
  for (const text of contracts()) {
    const { files } = await compileContract(text, { templates: {}, shapes });
    if (files.length > 0) emitted += 1;
  }
  expect(emitted).toBeGreaterThan(50);
  expect([...shapes.keys()].filter((key) => !before.has(key))).toEqual([]);
});
