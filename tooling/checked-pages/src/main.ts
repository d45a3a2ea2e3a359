// Checks what pages say against calls of the sample's tools: see README.md.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { allTools, checkPages } from "./check-pages.ts";
import { printFalse, reportOf } from "./report.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const reportFile = join(root, "apps/docs/src/checked-pages.json");

const help = `./x prove-pages [OPTIONS]  calls every tool of the sample in every way, and checks what its page says against what happened

  --tool NAME     only this tool, such as orders.refund, or several with one option each
  --update        write the report that the site shows
  --pages FOLDER  other generated pages than packages/generated/docs
  --help          print this

Exit codes: 0 all sentences are as it happened, 1 some are not, or the report is of another run, 2 the command line is wrong.`;

const options = {
  tool: { type: "string", multiple: true },
  update: { type: "boolean", default: false },
  pages: { type: "string", default: join(root, "packages/generated/docs") },
  help: { type: "boolean", default: false },
} as const;

async function main(): Promise<number> {
  const { tool, pages, update, ...values } = parseArgs({ options }).values;
  if (values.help) {
    console.log(help);
    return 0;
  }
  const known = new Set((await allTools(pages)).map(({ name }) => name));
  const unknown = tool?.find((name) => !known.has(name));
  if (unknown !== undefined) return refuse(`there is no tool ${unknown}`);
  if (update && tool !== undefined) return refuse("--update needs all tools");
  const checked = await checkPages(pages, tool);
  const report = await reportOf(checked, pages);
  const [shown, falseOnes] = [true, false].map(
    (is) => checked.verdicts.filter(({ isTrue }) => isTrue === is).length,
  );
  console.log(printFalse(checked.verdicts));
  console.log(
    `${checked.calls} calls of ${checked.tools.length} tools: ${shown} sentences are as it happened, ${falseOnes} are not, ${report.notShown} are not shown by the calls`,
  );
  for (const [name, end] of Object.entries(report.notRun)) console.log(`not run: ${name} (${end})`);
  if (falseOnes !== 0) return 1;
  const text = `${JSON.stringify(report, undefined, 2)}\n`;
  if (update) await writeFile(reportFile, text);
  if (tool !== undefined || (await readFile(reportFile, "utf8")) === text) return 0;
  console.error("The report of the site is of another run: write it with ./x prove-pages --update");
  return 1;
}

function refuse(problem: string): number {
  console.error(`prove-pages: ${problem}`);
  return 2;
}

process.exitCode = await main().catch((error: unknown) => {
  if (!(error instanceof TypeError && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS")))
    throw error;
  return refuse(error.message);
});
