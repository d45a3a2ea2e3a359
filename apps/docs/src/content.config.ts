import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type MarkdownPage, siteCollections } from "@proviso/site/content";
import { changePages, codes, describe, explain } from "proviso/explain";
import { helpLines } from "./help-lines.ts";

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
    const rows = all.map((code) => {
      const { severity, summary } = describe(code) ?? {};
      return `| [\`${code}\`](/diagnostics/${code}/) | ${severity} | ${summary} |`;
    });
    return [`## ${group}`, "", "| Code | Severity | Means |", "| --- | --- | --- |", ...rows, ""].join("\n");
  });
  const intro = `All ${codes.length} codes of findings. \`proviso explain CODE\` prints the same pages.`;
  return { id: "diagnostics", markdown: ["# Diagnostics", "", intro, "", ...groups].join("\n") };
}

/** What `proviso COMMAND --help` prints, a section for each command. */
async function commandsPage(root: URL): Promise<MarkdownPage> {
  const program = fileURLToPath(import.meta.resolve("proviso/bin/proviso.js"));
  const help = async (...words: string[]): Promise<string> =>
    (await promisify(execFile)(process.execPath, [program, ...words, "--help"], { cwd: root })).stdout;
  const names = [...(await help()).matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name = ""]) => name);
  const sections = await Promise.all(
    names.map(async (name) => `## ${name}\n\n\`\`\`text\n${helpLines(await help(name))}\n\`\`\`\n`),
  );
  const intro =
    "What `proviso COMMAND --help` says. [The command line](/command-line/) says what to use when.";
  return { id: "commands", markdown: ["# Every command", "", intro, "", ...sections].join("\n") };
}

export const collections = siteCollections(async (root) => [
  await languagePage(root),
  await commandsPage(root),
  diagnosticsPage(),
  ...codes.map(diagnosticPage),
  ...changePages(),
]);
