import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const page = readFileSync(new URL("../../../apps/docs/src/content/docs/editor.mdx", import.meta.url), "utf8");

/** The blocks of a language on the page about editors. */
function blocks(language: string): readonly string[] {
  return [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].flatMap(([, name, text = ""]) =>
    name === language ? [text] : [],
  );
}

test("the configurations on the page about editors start the command that the tests start", () => {
  const zed = blocks("json").map((text) => JSON.parse(text))[1];
  expect(zed.lsp["yaml-language-server"].binary.arguments).toEqual(["lsp"]);
  expect(blocks("lua").join()).toContain('cmd = { "npx", "proviso", "lsp" }');
  expect(blocks("toml").join()).toContain('command = "npx"\nargs = ["proviso", "lsp"]');
});
