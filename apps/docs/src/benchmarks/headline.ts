import { barsInWords, medianOf, runOf, shown, type PeersRun } from "./bars.ts";
import growth from "./growth.json" with { type: "json" };
import { pictures } from "./pictures.ts";
import { versusBars, versusRun } from "./versus-table.ts";

const generated = (name: string): string => shown(medianOf(runOf(1000), name));

/**
 * The figures that texts give, from the same data as the pictures. `headline.json` holds them, where the Markdown twins of pages find
 * them too.
 */
export const headline = {
  call: shown(medianOf(growth, "call, 100 tools")),
  recorded: shown(medianOf(growth, "recorded call, 1 at once")),
  overHttp: overHttp("Proviso"),
  overHttpSdk: overHttp("MCP SDK"),
  overHttpFastmcp: overHttp("fastmcp"),
  overHttpMore: `${Math.round((Number.parseFloat(overHttp("Proviso")) / Number.parseFloat(overHttp("MCP SDK")) - 1) * 100)} %`,
  list: beside("bytes of the list of tools", "bytes"),
  forModel: beside("of these, names, descriptions and arguments", "bytes"),
  facts: beside("of these, facts of the contract in `_meta`", "bytes", true),
  plan: beside("of these, a tool that plans the refund", "bytes", true),
  lines: beside("hand-written lines", "lines"),
  cold: generated("generate, cold"),
  unchanged: generated("generate, nothing changed"),
  peer: generated("hey-api"),
  missedOfThousand: missed(1000),
  missedOfHundred: missed(100),
  generatorRun: machineOf(runOf(1000)),
  versusRun,
  pictures: Object.fromEntries(Object.entries(pictures).map(([name, bars]) => [name, barsInWords(bars)])),
  versusDate: /\d{4}-\d\d-\d\d/.exec(versusRun)?.[0] ?? "",
};

/** Milliseconds of processor time for a read over HTTP. */
function overHttp(framework: string): string {
  const bars = versusBars("milliseconds of processor time for 1,000 reads", "ms");
  return `${(bars.find(({ label }) => label.startsWith(framework))?.value ?? Number.NaN) / 1000} ms`;
}

function missed(tools: number): number {
  return runOf(tools).rows.filter(({ met }) => met === false).length;
}

function machineOf({ command, date, machine, node }: PeersRun) {
  return { command, date, machine, node };
}

/** A row of the comparison: `2,330 ms; the others 930 to 1,700 ms`. */
function beside(row: string, unit: string, alone = false): string {
  const [ours, ...others] = versusBars(row, unit).map(({ value }) => value);
  const [least, most] = [Math.min(...others), Math.max(...others)].map((each) =>
    each.toLocaleString("en-US"),
  );
  const own = `${ours?.toLocaleString("en-US")} ${unit}`;
  return alone ? own : `${own}; the others ${least} to ${most} ${unit}`;
}
