import type { AuditRecord } from "../trail/audit-record.ts";
import type { AuditTrail } from "../trail/audit-trail.ts";
import { readEvent } from "../trail/cloud-event.ts";
import { readPruned } from "../trail/pruned-mark.ts";
import { escapeText, printJson } from "@proviso/manifest";
import type { AuditCommand, AuditCommandLine, AuditHost } from "./command.ts";
import { exitCodes, UsageError, flag, takes, valuesOf, textOf, timeOf } from "@proviso/terminal";
import { useOfTools } from "./export-use.ts";
import { exportArchive } from "./export-archive.ts";

export const exportTrail: AuditCommand = {
  name: "export",
  summary: "Print records for other programs, all or some of them.",
  args: {
    format: takes(
      "format",
      "jsonl (a CloudEvent a line), cloudevents (a batch), csv, or use (sums by tool, for a site).",
    ),
    tool: takes("name", "Only calls of this tool. May be repeated.", { multiple: true }),
    principal: takes("id", "Only calls of this principal. May be repeated.", { multiple: true }),
    program: takes("id", "Only calls of this program, by its id. May be repeated.", { multiple: true }),
    since: takes("time", "Only what was recorded at this time (ISO 8601) or later."),
    until: takes("time", "Only what was recorded before this time."),
    to: takes("file", "Copy all records to a new file that can be verified; - is standard output."),
    after: takes("file", "Only records after this position; with --to FILE, continue that file."),
    position: takes("file", "Write here how far this export has come, for --after and `prune`."),
    json: flag("The same as --format cloudevents."),
  },
  async run(commandLine, host) {
    const format = exportFormat(commandLine);
    const isExported = exportFilter(commandLine);
    await commandLine.read((trail) =>
      isArchive(commandLine.values)
        ? exportArchive(trail, commandLine, host)
        : printTrail(trail, host, format, isExported),
    );
    return exitCodes.clean;
  },
};

async function printTrail(
  trail: AuditTrail,
  host: AuditHost,
  { first, line, last }: ExportFormat,
  isExported: ExportFilter,
): Promise<void> {
  const print = async (text: string | undefined): Promise<void> =>
    text === undefined ? undefined : host.out(text);
  let count = 0;
  await print(first);
  for await (const event of trail.events()) {
    if (host.signal.aborted) break;
    if (readPruned(event)) continue;
    const record = readEvent(event);
    if (isExported(record)) await print(line(event, record, count++));
  }
  await print(last?.());
  if (count === 0 && !host.signal.aborted)
    host.err(
      "proviso audit: no record matches; tools have the names of their contracts, such as `orders.refund`",
    );
}

/** Whether records are copied to be kept: all of them, so that the copy can be verified. */
function isArchive(values: AuditCommandLine["values"]): boolean {
  const archive = ["to", "after", "position"].find((name) => values[name] !== undefined);
  if (archive === undefined) return false;
  const partial = ["format", "json", "tool", "principal", "program", "since", "until"].find(
    (name) => name in values,
  );
  if (partial === undefined) return true;
  throw new UsageError(`\`--${archive}\` copies all records as JSON lines: leave out \`--${partial}\``);
}

const csvColumns = [
  "time",
  "writer",
  "sequence",
  "kind",
  "callId",
  "principal",
  "tenant",
  "tool",
  "event",
  "outcome",
  "failure",
  "replayed",
  "request",
  "fingerprint",
  "contractHash",
  "input",
  "fault",
  "hash",
] as const;

/** The lines of an exported audit trail. */
interface ExportFormat {
  readonly first?: string;
  /** Undefined for events that this format leaves out. */
  line(event: unknown, record: AuditRecord | undefined, index: number): string | undefined;
  last?(): string;
}

const exportFormats: Readonly<Record<string, () => ExportFormat>> = {
  jsonl: () => ({ line: (event) => printJson(event) }),
  cloudevents: () => ({
    first: "[",
    line: (event, _record, index) => `${index === 0 ? "" : ","}${printJson(event)}`,
    last: () => "]",
  }),
  csv: () => ({
    first: csvColumns.join(","),
    line: (_event, record) =>
      record && csvColumns.map((column) => csvCell(recordText(record, column))).join(","),
  }),
  use: () => {
    const use = useOfTools();
    return { line: (_event, record) => void (record && use.add(record)), last: use.print };
  },
};

/** A column of an audit record, with invisible characters escaped. */
function recordText(record: AuditRecord, column: (typeof csvColumns)[number]): string {
  if (column === "input") return record.input === undefined ? "" : printJson(record.input);
  const { id, tenant } = record.principal ?? {};
  const value = column === "principal" ? id : column === "tenant" ? tenant : record[column];
  return value === undefined ? "" : escapeText(String(value));
}

/** Quotes a cell of the exported trail as in RFC 4180. An apostrophe keeps a spreadsheet from reading it as a formula. */
function csvCell(text: string): string {
  const cellText = /^[=+\-@]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(cellText) ? `"${cellText.replaceAll('"', '""')}"` : cellText;
}

function exportFormat({ values }: AuditCommandLine): ExportFormat {
  const name = textOf(values["format"]) ?? (values["json"] ? "cloudevents" : "jsonl");
  const format = Object.hasOwn(exportFormats, name) ? exportFormats[name] : undefined;
  if (format) return format();
  throw new UsageError(`there is no format \`${name}\`; write ${Object.keys(exportFormats).join(", ")}`);
}

type ExportFilter = (record: AuditRecord | undefined) => boolean;

/** An event that is no audit record was put there by somebody: only a filter leaves it out. */
function exportFilter({ values }: AuditCommandLine): ExportFilter {
  const [tools = [], principals = [], programs = []] = ["tool", "principal", "program"].map((each) =>
    valuesOf(values[each]),
  );
  const [since, until] = [timeOf("since", values), timeOf("until", values)];
  const isOfAll = [...tools, ...principals, ...programs].length === 0;
  const isOpen = isOfAll && since === undefined && until === undefined;
  return (record) => {
    if (!record) return isOpen;
    const time = Date.parse(record.time);
    return (
      (tools.length === 0 || tools.includes(record.tool)) &&
      (principals.length === 0 || principals.includes(record.principal?.id ?? "")) &&
      (programs.length === 0 || programs.includes(record.program ?? record.callId)) &&
      (since === undefined || time >= since) &&
      (until === undefined || time < until)
    );
  };
}
