import type { AuditRecord } from "../trail/audit-record.ts";
import { escapeText, printJson } from "@proviso/manifest";
import type { AuditCommand } from "./command.ts";
import { exitCodes, flag } from "@proviso/terminal";
import { findCall } from "./find-call.ts";
import { collected, isCollected, printRecord } from "./print-record.ts";

export const show: AuditCommand = {
  name: "show",
  summary: "Print a call: what was wanted, who approved it, what came of it.",
  args: {
    id: {
      type: "positional",
      description: "The beginning of a call's id, as `tail` prints it, or the key of one of its steps.",
    },
    json: flag("Print the records as a JSON list."),
  },
  async run(commandLine, host) {
    const { callRecords, relatedRecords } = await findCall(commandLine);
    await host.out(
      commandLine.values["json"]
        ? printJson([...callRecords, ...relatedRecords], 2)
        : describeShown(callRecords, relatedRecords),
    );
    return exitCodes.clean;
  },
};

/** Fields of an audit record, printed in this order if present. */
const recordDetails = [
  "summary",
  "event",
  "contractHash",
  "refinement",
  "fingerprint",
  "request",
  "askedAt",
  "planHash",
  "decision",
  "mandate",
  "program",
  "set",
  "via",
  "reason",
  "traceparent",
  "outcome",
  "failure",
  "replayed",
  "reconciled",
  "continues",
  "work",
  "undoes",
  "fault",
] as const satisfies readonly (keyof AuditRecord)[];

/** A settlement is found later, for a call whose process died. */
const endings: ReadonlySet<AuditRecord["kind"]> = new Set(["outcome", "settlement", "precheck"]);

function describeShown(callRecords: readonly AuditRecord[], relatedRecords: readonly AuditRecord[]): string {
  const [first] = callRecords;
  const lines = [`call ${escapeText(first?.callId ?? "")}  ${escapeText(first?.tool ?? "")}`];
  for (const record of callRecords) lines.push("", ...describeRecord(record));
  const sets = new Set(callRecords.map(({ set }) => set));
  for (const approval of relatedRecords.filter(({ callId }) => sets.has(callId))) {
    lines.push("", `its set was approved with call ${escapeText(approval.callId)}`);
    lines.push(...describeRecord(approval));
  }
  // An approval in the inbox, a pause or an accepted definition is no call.
  const isCall = callRecords.some(({ kind }) => kind !== "decision");
  if (isCall && !callRecords.some(({ kind }) => endings.has(kind)))
    lines.push("", "no outcome: it is running, or the process died");
  const isOfProgram = ({ program, set }: AuditRecord): boolean => [program, set].includes(first?.callId);
  for (const record of relatedRecords) {
    const { callId, kind, time, outcome } = record;
    if (kind !== "outcome" || isOfProgram(record)) continue;
    const what = outcome === "input_required" ? "asked" : "answered";
    lines.push("", `the same question was ${what} in call ${escapeText(callId)} at ${escapeText(time)}`);
  }
  const calls = relatedRecords.filter((each) => each.kind !== "intent" && isOfProgram(each));
  if (calls.length > 0) lines.push("", "calls of this program:", ...calls.map(printRecord));
  return lines.join("\n");
}

function describeRecord(record: AuditRecord): readonly string[] {
  const { kind, time, writer, sequence, principal, input, details: recordedDetails, approvers } = record;
  const lines = [
    `${escapeText(kind)}  ${escapeText(time)}  record ${sequence} of writer ${escapeText(writer)}`,
  ];
  if (isCollected(record)) lines.push(`  ${collected}`);
  if (principal) lines.push(`  by ${describePrincipal(principal)}`);
  for (const name of recordDetails)
    if (record[name] !== undefined) lines.push(`  ${name} ${escapeText(String(record[name]))}`);
  for (const { id, tenant, via, at } of approvers ?? [])
    lines.push(
      `  approved by ${describePrincipal({ id, ...(tenant !== undefined && { tenant }) })}, ${escapeText(via)}, at ${escapeText(at)}`,
    );
  if (input !== undefined) lines.push("  input", ...indentedRecord(JSON.stringify(input, null, 2)));
  if (recordedDetails !== undefined)
    lines.push("  details", ...indentedRecord(JSON.stringify(recordedDetails, null, 2)));
  return lines;
}

function describePrincipal({ kind, id, tenant }: NonNullable<AuditRecord["principal"]>): string {
  const words = [kind ?? "", id, ...(tenant === undefined ? [] : ["of", tenant])];
  return words
    .filter((word) => word !== "")
    .map(escapeText)
    .join(" ");
}

/** A field of an audit record as indented JSON. Escapes all text, but not our indentation. */
function indentedRecord(json: string): readonly string[] {
  return json.split("\n").map((line) => {
    const text = line.trimStart();
    return `    ${" ".repeat(line.length - text.length)}${escapeText(text)}`;
  });
}
