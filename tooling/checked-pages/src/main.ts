// Checks what pages say against calls of the sample's tools: see README.md.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { allTools, checkPages } from "./check-pages.ts";
import { claims } from "./claims/claims.ts";
import { printFalse, reportOf } from "./report.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const reportFile = join(root, "apps/docs/src/checked-pages.json");
const kinds = [...new Set(claims.map(({ kind }) => kind))];

const help = `./x prove-pages [OPTIONS]  calls every tool of the sample in every way, and checks what its page says against what happened

  --tool NAME     only this tool, such as orders.refund
  --kind KIND     only sentences of this kind: ${kinds.join(", ")}
  --update        write the report that the site shows
  --pages FOLDER  other generated pages than packages/generated/docs
  --help          print this

Exit codes: 0 all sentences are as it happened, 1 some are not, or the report is of another run, 2 the command line is wrong.`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      tool: { type: "string" },
      kind: { type: "string" },
      update: { type: "boolean", default: false },
      pages: { type: "string", default: join(root, "packages/generated/docs") },
      help: { type: "boolean", default: false },
    },
  });
  const { tool, kind, pages, update } = values;
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (kind !== undefined && !kinds.includes(kind))
    return refuse(`there is no kind ${kind}: ${kinds.join(", ")}`);
  if (tool !== undefined && !(await allTools(pages)).some(({ name }) => name === tool))
    return refuse(`there is no tool ${tool}`);
  const isPart = tool !== undefined || kind !== undefined;
  if (update && isPart) return refuse("--update needs all tools and kinds");
  const checked = await checkPages(pages, tool, kind);
  const report = await reportOf(checked, pages);
  const falseOnes = checked.verdicts.filter(({ isTrue }) => isTrue === false).length;
  const shown = checked.verdicts.filter(({ isTrue }) => isTrue === true).length;
  console.log(printFalse(checked.verdicts));
  console.log(
    `${checked.calls} calls of ${checked.tools.length} tools: ${shown} sentences are as it happened, ${falseOnes} are not, ${report.notShown} are not shown by the calls`,
  );
  for (const [name, end] of Object.entries(report.notRun)) console.log(`not run: ${name} (${end})`);
  if (falseOnes > 0) return 1;
  const text = `${JSON.stringify(report, undefined, 2)}\n`;
  if (update) await writeFile(reportFile, text);
  if (isPart || (await readFile(reportFile, "utf8")) === text) return 0;
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
