import { escapeText } from "@proviso/manifest";
import { printTable } from "@proviso/terminal";
import { type Counts, verdicts, type VerdictKind } from "../fold/verdict.ts";
import type { Report, Sum, TellingCall } from "../report/report.ts";
import { doubts, type Decision, type Doubt } from "../trail/recorded-call.ts";

const maxRows = 20;
const kinds = Object.keys(verdicts) as readonly VerdictKind[];

/** The report for people. Every name that callers or contracts have chosen is escaped. */
export function printReport(report: Report, { width }: Width): string {
  const { calls, from = "", to = "" } = report;
  if (calls === 0) return "the trail has no such call";
  const whole = { ...(width !== undefined && { width }) };
  return [
    `${calls} calls from ${from} to ${to}, none of them made again`,
    printTable(["calls", "verdict", ""], countRows(report.verdicts), whole),
    ...printTelling(report.telling, whole),
    printSums("tool", report.tools, whole),
    printSums("caller", report.principals, whole),
    ...printDoubts(report.undecidable, whole),
  ].join("\n\n");
}

type Width = { readonly width?: number | undefined };

function printTelling(telling: readonly TellingCall[], width: Width): readonly string[] {
  if (telling.length === 0) return [];
  const rows = telling.map(({ call, calls, code, principal, time, tool, verdict, was }) => [
    code === undefined ? verdict : `${verdict} ${escapeText(code)}`,
    escapeText(tool),
    wasText(was, escapeText),
    String(calls),
    `${escapeText(call).slice(0, 8)} at ${time} by ${escapeText(principal ?? "nobody")}`,
  ]);
  return [printTable(["changed", "tool", "then", "calls", "the first of them"], rows, width)];
}

/** A decision then, in a report whose texts are safe by `safe`. */
export function wasText({ kind, code }: Decision, safe: (text: string) => string): string {
  if (kind === "ran") return kind;
  return code === undefined ? `was ${kind}` : `was ${kind} ${safe(code)}`;
}

/** How many calls have each verdict, and what it means. */
export function countRows(counts: Counts): readonly (readonly string[])[] {
  return kinds.flatMap((kind) =>
    counts[kind] === undefined ? [] : [[String(counts[kind]), kind, verdicts[kind]]],
  );
}

/** A column for each verdict that some row has. */
function printSums(what: string, sums: readonly Sum[], width: Width): string {
  const shown = kinds.filter((kind) => sums.some(({ verdicts: counts }) => counts[kind] !== undefined));
  const rows = sums
    .slice(0, maxRows)
    .map(({ calls, name, verdicts: counts }) => [
      escapeText(name),
      String(calls),
      ...shown.map((kind) => String(counts[kind] ?? 0)),
    ]);
  const table = printTable([what, "calls", ...shown], rows, width);
  const more = sums.length - rows.length;
  return more > 0 ? `${table}\nand ${more} more` : table;
}

function printDoubts(counts: Report["undecidable"], width: Width): readonly string[] {
  const rows = Object.entries(counts).map(([doubt, count]) => [String(count), doubts[doubt as Doubt]]);
  return rows.length === 0 ? [] : [printTable(["undecidable", "because"], rows, width)];
}
