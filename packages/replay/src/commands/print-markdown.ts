import { escapeCode } from "@proviso/manifest";
import type { Report, TellingCall } from "../report/report.ts";
import { doubts, type Doubt } from "../trail/recorded-call.ts";
import { countRows, wasText } from "./print-report.ts";

/** Of a name that a caller has made up. */
const maxName = 80;

/** The report as a comment for a pull request. It names no caller, and what others have written is in code spans. */
export function printMarkdown(report: Report): string {
  const { calls, from = "", telling, to = "", undecidable } = report;
  const changed = calls - (report.verdicts.same ?? 0) - (report.verdicts.undecidable ?? 0);
  const head = `### Recorded calls: ${changed} of ${calls} would be decided otherwise`;
  if (calls === 0) return `${head}\n\nThe trail has no such call.`;
  const reasons = Object.entries(undecidable).map(
    ([doubt, count]) => `${count} undecidable: ${doubts[doubt as Doubt]}`,
  );
  return [
    head,
    table(["Calls", "Verdict", "Meaning"], countRows(report.verdicts)),
    ...(telling.length > 0 ? [table(["Changed", "Tool", "Then", "Calls", "First"], telling.map(row))] : []),
    [...reasons, `From ${from} to ${to}; no call was made again.`].join("<br>"),
  ].join("\n\n");
}

function row({ call, calls, code: failure, time, tool, verdict, was }: TellingCall): readonly string[] {
  const now = failure === undefined ? verdict : `${verdict} ${code(failure)}`;
  return [now, code(tool), wasText(was, code), String(calls), `${code(call.slice(0, 8))} at ${time}`];
}

function code(text: string): string {
  // A table is split into cells before code is looked for, and a backslash may undo another one.
  return `\`${escapeCode(text.slice(0, maxName)).replaceAll("|", "\\u{7c}") || " "}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
