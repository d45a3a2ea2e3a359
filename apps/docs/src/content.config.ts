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

/** Lists all diagnostics: they are too many for the sidebar. */
function diagnosticsPage(): MarkdownPage {
  const groups = [...Map.groupBy(codes, (code) => code.split("/", 1)[0] ?? "")].map(([group, all]) => {
    const rows = all.map(
      (code) => `| [\`${code}\`](/diagnostics/${code}/) | ${explain(code)?.split("\n")[2] ?? ""} |`,
    );
    return [`## ${group}`, "", "| Code | Means |", "| --- | --- |", ...rows, ""].join("\n");
  });
  const intro = `All ${codes.length} codes of findings. \`proviso explain CODE\` prints the same pages.`;
  return { id: "diagnostics", markdown: ["# Diagnostics", "", intro, "", ...groups].join("\n") };
}

export const collections = siteCollections(async (root) => [
  await languagePage(root),
  diagnosticsPage(),
  ...codes.map(diagnosticPage),
  ...changePages(),
]);
