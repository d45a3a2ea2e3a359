import { printJson } from "@proviso/manifest";
import { setTimeout } from "node:timers/promises";
import { readEvent } from "../trail/cloud-event.ts";
import { readHead } from "../trail/head.ts";
import type { AuditCommand, AuditHost, AuditCommandLine } from "./command.ts";
import { exitCodes, UsageError, flag, takes, textOf } from "@proviso/terminal";
import { printEvent } from "./print-record.ts";

const tailPollMs = 500;

export const tail: AuditCommand = {
  name: "tail",
  summary: "Print the newest records, and with --follow those that come.",
  args: {
    lines: takes("count", "How many. Defaults to 10.", { short: "n" }),
    follow: flag("Go on until interrupted.", { short: "f" }),
    json: flag("Print one CloudEvent a line."),
  },
  async run(commandLine, host) {
    const count = readRecordCount(textOf(commandLine.values["lines"]));
    const print = async (events: readonly unknown[]): Promise<void> => {
      for (const event of events)
        await host.out(commandLine.values["json"] ? printJson(event) : printEvent(event, host.width));
    };
    const { events, known: lastSequences } = await lookAtTrail(commandLine, Math.max(count, 1));
    await print(count === 0 ? [] : byRecordTime(events).slice(-count));
    for (const event of events) rememberRecord(lastSequences, event);
    if (commandLine.values["follow"]) await followTrail(commandLine, lastSequences, host, print);
    return exitCodes.clean;
  },
};

/** The sequence number of the last known record of each writer. */
type KnownRecords = Map<string, number>;

async function followTrail(
  commandLine: AuditCommandLine,
  lastSequences: KnownRecords,
  { signal }: AuditHost,
  print: (events: readonly unknown[]) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const freshRecords = await recordsSince(commandLine, lastSequences);
    await print(byRecordTime(freshRecords));
    for (const event of freshRecords) rememberRecord(lastSequences, event);
    await setTimeout(tailPollMs, undefined, { signal }).catch(() => {});
  }
}

/** New audit records. Reads further back until no record between is missing. */
async function recordsSince(
  commandLine: AuditCommandLine,
  lastSequences: KnownRecords,
): Promise<readonly unknown[]> {
  for (let count = 64; ; count *= 4) {
    const { events } = await lookAtTrail(commandLine, count);
    const freshRecords = events.filter((event) => isFreshRecord(event, lastSequences));
    if (events.length < count || joinsRecords(freshRecords, lastSequences)) return freshRecords;
  }
}

function isFreshRecord(event: unknown, lastSequences: KnownRecords): boolean {
  const record = readEvent(event);
  return record !== undefined && record.sequence > (lastSequences.get(record.writer) ?? 0);
}

/** Whether the first new record of each writer directly follows the last known one. */
function joinsRecords(freshRecords: readonly unknown[], lastSequences: KnownRecords): boolean {
  const writersSeen = new Set<string>();
  return freshRecords.map(readEvent).every((record) => {
    if (!record || writersSeen.has(record.writer)) return true;
    writersSeen.add(record.writer);
    return record.sequence === (lastSequences.get(record.writer) ?? 0) + 1;
  });
}

async function lookAtTrail(
  commandLine: AuditCommandLine,
  count: number,
): Promise<{ readonly events: readonly unknown[]; readonly known: KnownRecords }> {
  const [storedHeads, events] = await commandLine.read(async (trail) => [
    await trail.heads(),
    await trail.newest(count),
  ]);
  const heads = storedHeads.map(readHead).filter((head) => head !== undefined);
  return { events, known: new Map(heads.map(({ writer, sequence }) => [writer, sequence])) };
}

function rememberRecord(lastSequences: KnownRecords, event: unknown): void {
  const record = readEvent(event);
  if (record)
    lastSequences.set(record.writer, Math.max(record.sequence, lastSequences.get(record.writer) ?? 0));
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

function readRecordCount(text = "10"): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError("`--lines` must be a number of at most six digits");
  return Number(text);
}
