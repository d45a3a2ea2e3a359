// Checks what pages say against calls of the sample's tools: see README.md.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { allTools, checkPages } from "./check-pages.ts";
import { claims } from "./claims/claims.ts";
import { elsewhere } from "./elsewhere/elsewhere.ts";
import { printFalse, reportOf } from "./report.ts";

const root = fileURLToPath(new URL("../../../", import.meta.url));
const reportFile = join(root, "apps/docs/src/checked-pages.json");
const kinds = [...claims, ...elsewhere].map(({ kind }) => kind);

const help = `./x prove-pages [OPTIONS]  calls every tool of the sample in every way, and checks what its page says against what happened

  --tool NAME     only this tool, such as orders.refund
  --kind KIND     only sentences of this kind: ${kinds.join(", ")}
  --json          print everything as JSON
  --update        write the report that the site shows
  --pages FOLDER  other generated pages than packages/generated/docs
  --help          print this

Exit codes: 0 all sentences are as it happened, 1 some are not, or the report is of another run, 2 the command line is wrong.`;

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      tool: { type: "string" },
      kind: { type: "string" },
      json: { type: "boolean", default: false },
      update: { type: "boolean", default: false },
      pages: { type: "string", default: join(root, "packages/generated/docs") },
      help: { type: "boolean", default: false },
    },
  });
  const { tool, kind, json, pages, update } = values;
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
  const checked = await checkPages(pages, { tool, kind });
  const report = await reportOf(checked, pages);
  const isFalse = checked.verdicts.some(({ isTrue }) => isTrue === false);
  const text = `${JSON.stringify(report, undefined, 2)}\n`;
  if (json) console.log(JSON.stringify({ report, verdicts: checked.verdicts }, undefined, 2));
  else {
    console.log(printFalse(checked.verdicts));
    const [isSo, isNot, isOpen] = [true, false, undefined].map(
      (answer) => checked.verdicts.filter(({ isTrue }) => isTrue === answer).length,
    );
    console.log(
      `${checked.calls} calls of ${checked.tools.length} tools: ${isSo} sentences are as it happened, ${isNot} are not, ${isOpen} are not shown by the calls`,
    );
    for (const [name, end] of Object.entries(report.notRun)) console.log(`not run: ${name} (${end})`);
  }
  if (isFalse) return 1;
  if (update) await writeFile(reportFile, text);
  const isOld = !isPart && (await readFile(reportFile, "utf8").catch(() => "")) !== text;
  if (isOld)
    console.error("The report of the site is of another run: write it with ./x prove-pages --update");
  return isOld ? 1 : 0;
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
