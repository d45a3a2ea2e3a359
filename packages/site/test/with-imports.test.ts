import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { withImports } from "../src/find/with-imports.ts";

it("the Markdown of a page has the parts that it shows of other files, and the values of JSON files", () => {
  const folder = mkdtempSync(join(tmpdir(), "with-imports-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, "pages"));
  writeFileSync(join(folder, "Part.mdx"), "A part, which costs `$1`.\n");
  writeFileSync(join(folder, "run.json"), '{ "rows": [{ "p50": "2 ms" }] }');
  const page = [
    'import Part from "../Part.mdx";',
    'import run from "../run.json";',
    "",
    "<Part />",
    "",
    "It takes <code>{run.rows[0].p50}</code>.",
  ];
  writeFileSync(join(folder, "pages/page.mdx"), page.join("\n"));
  const text = withImports(page.join("\n"), "page.mdx", [join(folder, "pages")]);
  expect(text.split("\n").slice(3)).toEqual(["A part, which costs `$1`.", "", "It takes `2 ms`."]);
});
