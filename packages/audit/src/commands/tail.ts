import { printJson } from "@proviso/manifest";
import { setTimeout } from "node:timers/promises";
import { readEvent, readHead } from "@proviso/server";
import { textOf, type AuditCommand, type AuditHost, type AuditRequest } from "./command.ts";
import { exitCodes, UsageError } from "../terminal/exit-codes.ts";
import { printEvent } from "../terminal/print-record.ts";

const tailPollMs = 500;

export const tail: AuditCommand = {
  name: "tail",
  summary: "Print the newest records, and with --follow those that come.",
  positionals: [],
  options: {
    lines: { type: "string", short: "n", default: "10" },
    follow: { type: "boolean", short: "f" },
    json: { type: "boolean" },
  },
  help: {
    lines: "COUNT  How many. Defaults to 10.",
    follow: "Go on until interrupted.",
    json: "Print one CloudEvent a line.",
  },
  async run(request, host) {
    const count = readRecordCount(textOf(request.values["lines"]));
    const print = async (events: readonly unknown[]): Promise<void> => {
      for (const event of events)
        await host.out(request.values["json"] ? printJson(event) : printEvent(event));
    };
    const { events, known } = await lookAtTrail(request, Math.max(count, 1));
    await print(count === 0 ? [] : byRecordTime(events).slice(-count));
    for (const event of events) rememberRecord(known, event);
    if (request.values["follow"]) await followTrail(request, known, host, print);
    return exitCodes.clean;
  },
};

/** The sequence number of the last known record of each writer. */
type KnownRecords = Map<string, number>;

async function followTrail(
  request: AuditRequest,
  known: KnownRecords,
  { signal }: AuditHost,
  print: (events: readonly unknown[]) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const fresh = await recordsSince(request, known);
    await print(byRecordTime(fresh));
    for (const event of fresh) rememberRecord(known, event);
    await setTimeout(tailPollMs, undefined, { signal }).catch(() => {});
  }
}

/** New records. Reads further back until no record between is missing. */
async function recordsSince(request: AuditRequest, known: KnownRecords): Promise<readonly unknown[]> {
  for (let count = 64; ; count *= 4) {
    const { events } = await lookAtTrail(request, count);
    const fresh = events.filter((event) => isFreshRecord(event, known));
    if (events.length < count || joinsRecords(fresh, known)) return fresh;
  }
}

function isFreshRecord(event: unknown, known: KnownRecords): boolean {
  const record = readEvent(event);
  return record !== undefined && record.sequence > (known.get(record.writer) ?? 0);
}

/** Whether the first new record of each writer directly follows the last known one. */
function joinsRecords(fresh: readonly unknown[], known: KnownRecords): boolean {
  const begun = new Set<string>();
  return fresh.map(readEvent).every((record) => {
    if (!record || begun.has(record.writer)) return true;
    begun.add(record.writer);
    return record.sequence === (known.get(record.writer) ?? 0) + 1;
  });
}

async function lookAtTrail(
  request: AuditRequest,
  count: number,
): Promise<{ readonly events: readonly unknown[]; readonly known: KnownRecords }> {
  const [kept, events] = await request.read(async (trail) => [
    await trail.heads(),
    await trail.newest(count),
  ]);
  const heads = kept.map(readHead).filter((head) => head !== undefined);
  return { events, known: new Map(heads.map(({ writer, sequence }) => [writer, sequence])) };
}

function rememberRecord(known: KnownRecords, event: unknown): void {
  const record = readEvent(event);
  if (record) known.set(record.writer, Math.max(record.sequence, known.get(record.writer) ?? 0));
}

/** Merges the records of all writers by time. An event that is no record has no time and comes first. */
function byRecordTime(events: readonly unknown[]): readonly unknown[] {
  return events.toSorted((one, other) => {
    const [before, after] = [recordTime(one), recordTime(other)];
    return before === after ? 0 : before < after ? -1 : 1;
  });
}

function recordTime(event: unknown): string {
  return readEvent(event)?.time ?? "";
}

function readRecordCount(text = ""): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError("`--lines` must be a number of at most six digits");
  return Number(text);
}
