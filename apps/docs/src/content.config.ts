import { readFile } from "node:fs/promises";
import { type MarkdownPage, siteCollections } from "@proviso/site/content";
import { changePages, codes, explain } from "proviso/explain";

async function languagePage(root: URL): Promise<MarkdownPage> {
  const url = new URL("../../packages/compiler/LANGUAGE.md", root);
  return { id: "language", markdown: await readFile(url, "utf8") };
}

/** What `proviso explain CODE` prints. */
function diagnosticPage(code: string): MarkdownPage {
  const [, label = code] = code.split("/");
  return { id: `diagnostics/${code}`, markdown: explain(code) ?? "", label };
}

export const collections = siteCollections(async (root) => [
  await languagePage(root),
  ...codes.map(diagnosticPage),
  ...changePages(),
]);
