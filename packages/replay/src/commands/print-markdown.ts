import { escapeCode } from "@proviso/manifest";
import { verdicts, type VerdictKind } from "../fold/verdict.ts";
import type { Report, TellingCall } from "../report/report.ts";
import { doubts, type Decision, type Doubt } from "../trail/recorded-call.ts";

/** Of a name that a caller has made up. */
const maxName = 80;

/** The report as a comment for a pull request. It names no caller, and what others have written is in code spans. */
export function printMarkdown({
  calls,
  from = "",
  telling,
  to = "",
  undecidable,
  verdicts: counts,
}: Report): string {
  const changed = calls - (counts.same ?? 0) - (counts.undecidable ?? 0);
  const head = `### Recorded calls: ${changed} of ${calls} would be decided otherwise`;
  if (calls === 0) return `${head}\n\nThe trail has no such call.`;
  const sums = Object.entries(verdicts).flatMap(([kind, meaning]) => {
    const count = counts[kind as VerdictKind];
    return count === undefined ? [] : [[String(count), kind, meaning]];
  });
  const reasons = Object.entries(undecidable).map(
    ([doubt, count]) => `${count} undecidable: ${doubts[doubt as Doubt]}`,
  );
  return [
    head,
    table(["Calls", "Verdict", "Meaning"], sums),
    ...(telling.length > 0 ? [table(["Changed", "Tool", "Then", "Calls", "First"], telling.map(row))] : []),
    [...reasons, `From ${from} to ${to}; no call was made again.`].join("<br>"),
  ].join("\n\n");
}

function row({ call, calls, code: failure, time, tool, verdict, was }: TellingCall): readonly string[] {
  const now = failure === undefined ? verdict : `${verdict} ${code(failure)}`;
  return [now, code(tool), thenText(was), String(calls), `${code(call.slice(0, 8))} at ${time}`];
}

function thenText({ kind, code: failure }: Decision): string {
  return failure === undefined ? `was ${kind}` : `was ${kind} ${code(failure)}`;
}

function code(text: string): string {
  // A table is split into cells before code is looked for, and a backslash may undo another one.
  return `\`${escapeCode(text.slice(0, maxName)).replaceAll("|", "\\u{7c}") || " "}\``;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [head, head.map(() => "---"), ...rows];
  return lines.map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
