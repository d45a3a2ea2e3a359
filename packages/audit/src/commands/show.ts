import { readEvent, type AuditRecord } from "@proviso/server";
import { escapeText, printJson } from "@proviso/manifest";
import type { AuditCommand, AuditRequest } from "./command.ts";
import { exitCodes, UsageError } from "../terminal/exit-codes.ts";

const shortestId = 4;

export const show: AuditCommand = {
  name: "show",
  summary: "Print a call: what was wanted, who approved it, what came of it.",
  positionals: ["ID"],
  options: { json: { type: "boolean" } },
  help: { json: "Print the records as a JSON list." },
  async run(request, host) {
    const [id = ""] = request.rest;
    if (id.length < shortestId)
      throw new UsageError(`an id has at least ${shortestId} characters; \`tail\` prints them`);
    const own = recordsOfOneCall(await findRecords(request, ({ callId }) => callId.startsWith(id)), id);
    const questions = new Set(own.flatMap(({ request: question }) => question ?? []));
    const related = await findRecords(
      request,
      ({ callId, request: question }) =>
        callId !== own[0]?.callId && question !== undefined && questions.has(question),
    );
    await host.out(request.values["json"] ? printJson([...own, ...related], 2) : describeShown(own, related));
    return exitCodes.clean;
  },
};

async function findRecords(
  request: AuditRequest,
  wanted: (record: AuditRecord) => boolean,
): Promise<readonly AuditRecord[]> {
  return request.read(async (trail) => {
    const found: AuditRecord[] = [];
    for await (const event of trail.events()) {
      const record = readEvent(event);
      if (record && typeof record.callId === "string" && wanted(record)) found.push(record);
    }
    return found;
  });
}

function recordsOfOneCall(records: readonly AuditRecord[], id: string): readonly AuditRecord[] {
  const ids = new Set(records.map(({ callId }) => callId));
  if (ids.size === 0) throw new UsageError(`there is no call whose id begins with ${escapeText(id)}`);
  if (ids.size > 1)
    throw new UsageError(
      `${ids.size} calls have an id that begins with ${escapeText(id)}: ${[...ids].slice(0, 5).map(escapeText).join(", ")}`,
    );
  return records;
}

/** Printed in this order, if present. */
const recordDetails = [
  "event",
  "contractHash",
  "refinement",
  "fingerprint",
  "request",
  "planHash",
  "decision",
  "via",
  "reason",
  "traceparent",
  "outcome",
  "failure",
  "replayed",
  "fault",
] as const satisfies readonly (keyof AuditRecord)[];

function describeShown(own: readonly AuditRecord[], related: readonly AuditRecord[]): string {
  const [first] = own;
  const lines = [`call ${escapeText(first?.callId ?? "")}  ${escapeText(first?.tool ?? "")}`];
  for (const record of own) lines.push("", ...describeRecord(record));
  if (!own.some(({ kind }) => kind === "outcome" || kind === "precheck"))
    lines.push("", "no outcome: it is running, or the process died");
  for (const { callId, kind, time, outcome } of related) {
    if (kind !== "outcome") continue;
    const what = outcome === "input_required" ? "asked" : "answered";
    lines.push("", `the same question was ${what} in call ${escapeText(callId)} at ${escapeText(time)}`);
  }
  return lines.join("\n");
}

function describeRecord(record: AuditRecord): readonly string[] {
  const { kind, time, writer, sequence, principal, input, details: said, approvers } = record;
  const lines = [
    `${escapeText(kind)}  ${escapeText(time)}  record ${sequence} of writer ${escapeText(writer)}`,
  ];
  if (principal) lines.push(`  by ${describePrincipal(principal)}`);
  for (const name of recordDetails)
    if (record[name] !== undefined) lines.push(`  ${name} ${escapeText(String(record[name]))}`);
  for (const { id, tenant, via, at } of approvers ?? [])
    lines.push(
      `  approved by ${describePrincipal({ id, ...(tenant !== undefined && { tenant }) })}, ${escapeText(via)}, at ${escapeText(at)}`,
    );
  if (input !== undefined) lines.push("  input", ...indentedRecord(JSON.stringify(input, null, 2)));
  if (said !== undefined) lines.push("  details", ...indentedRecord(JSON.stringify(said, null, 2)));
  return lines;
}

function describePrincipal({ kind, id, tenant }: NonNullable<AuditRecord["principal"]>): string {
  const words = [kind ?? "", id, ...(tenant === undefined ? [] : ["of", tenant])];
  return words
    .filter((word) => word !== "")
    .map(escapeText)
    .join(" ");
}

/** Escapes all text, but not our indentation. */
function indentedRecord(json: string): readonly string[] {
  return json.split("\n").map((line) => {
    const text = line.trimStart();
    return `    ${" ".repeat(line.length - text.length)}${escapeText(text)}`;
  });
}
