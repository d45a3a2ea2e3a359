import { setTimeout } from "node:timers/promises";
import { readEvent, readHead } from "@proviso/server";
import { textOf, type AuditCommand, type AuditHost, type AuditRequest } from "./command.ts";
import { exitCodes, UsageError } from "../terminal/exit-codes.ts";
import { printJson } from "../terminal/print-json.ts";
import { printEvent } from "../terminal/print-record.ts";

const pollMs = 500;

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
    const count = readCount(textOf(request.values["lines"]));
    const print = async (events: readonly unknown[]): Promise<void> => {
      for (const event of events)
        await host.out(request.values["json"] ? printJson(event) : printEvent(event));
    };
    const { events, known } = await lookAt(request, Math.max(count, 1));
    await print(count === 0 ? [] : byTime(events).slice(-count));
    for (const event of events) remember(known, event);
    if (request.values["follow"]) await follow(request, known, host, print);
    return exitCodes.clean;
  },
};

/** The sequence number of the last known record of each writer. */
type Known = Map<string, number>;

async function follow(
  request: AuditRequest,
  known: Known,
  { signal }: AuditHost,
  print: (events: readonly unknown[]) => Promise<void>,
): Promise<void> {
  while (!signal.aborted) {
    const fresh = await since(request, known);
    await print(byTime(fresh));
    for (const event of fresh) remember(known, event);
    await setTimeout(pollMs, undefined, { signal }).catch(() => {});
  }
}

/** New records. Reads further back until no record between is missing. */
async function since(request: AuditRequest, known: Known): Promise<readonly unknown[]> {
  for (let count = 64; ; count *= 4) {
    const { events } = await lookAt(request, count);
    const fresh = events.filter((event) => isFresh(event, known));
    if (events.length < count || joins(fresh, known)) return fresh;
  }
}

function isFresh(event: unknown, known: Known): boolean {
  const record = readEvent(event);
  return record !== undefined && record.sequence > (known.get(record.writer) ?? 0);
}

/** Whether the first new record of each writer directly follows the last known one. */
function joins(fresh: readonly unknown[], known: Known): boolean {
  const begun = new Set<string>();
  return fresh.map(readEvent).every((record) => {
    if (!record || begun.has(record.writer)) return true;
    begun.add(record.writer);
    return record.sequence === (known.get(record.writer) ?? 0) + 1;
  });
}

async function lookAt(
  request: AuditRequest,
  count: number,
): Promise<{ readonly events: readonly unknown[]; readonly known: Known }> {
  const [kept, events] = await request.read(async (trail) => [
    await trail.heads(),
    await trail.newest(count),
  ]);
  const heads = kept.map(readHead).filter((head) => head !== undefined);
  return { events, known: new Map(heads.map(({ writer, sequence }) => [writer, sequence])) };
}

function remember(known: Known, event: unknown): void {
  const record = readEvent(event);
  if (record) known.set(record.writer, Math.max(record.sequence, known.get(record.writer) ?? 0));
}

/** Merges the records of all writers by time. An event that is no record has no time and comes first. */
function byTime(events: readonly unknown[]): readonly unknown[] {
  return events.toSorted((one, other) => {
    const [before, after] = [timeOf(one), timeOf(other)];
    return before === after ? 0 : before < after ? -1 : 1;
  });
}

function timeOf(event: unknown): string {
  return readEvent(event)?.time ?? "";
}

function readCount(text = ""): number {
  if (!/^\d{1,6}$/.test(text)) throw new UsageError("`--lines` must be a number of at most six digits");
  return Number(text);
}
