import type { AuditRecord } from "../trail/audit-record.ts";
import { readEvent } from "../trail/cloud-event.ts";
import { readPruned, type PrunedMark } from "../trail/pruned-mark.ts";
import { escapeText } from "@proviso/manifest";
import { columnsOf, wrapText } from "@proviso/terminal";

/** Before the outcome of a record, for the kinds that have one. */
const recordPrefixes: Partial<Record<AuditRecord["kind"], readonly string[]>> = {
  outcome: [],
  settlement: ["in the end"],
  precheck: ["asked before:"],
};

export const collected = "collected by its program, not run";

/** Whether the program that plans to make the call has gone on without it. */
export function isCollected({ failure, kind, program }: AuditRecord): boolean {
  return kind === "precheck" && program !== undefined && failure === "confirmation_required";
}

/** The outcome of a record, or its kind. */
function resultOf(record: AuditRecord): string {
  const { kind, decision, event = "", outcome = "", failure, replayed, summary, via } = record;
  if (isCollected(record)) return collected;
  if (kind === "decision") return decision ?? kind;
  if (kind === "approval") {
    const how = via === "exception" ? "by exception" : kind;
    return summary === undefined ? how : `${how}: ${summary}`;
  }
  if (kind === "event") return `event ${event}`;
  const prefix = recordPrefixes[kind];
  if (prefix === undefined) return kind;
  return [
    ...prefix,
    outcome,
    ...(replayed ? ["(replayed)"] : []),
    ...(failure === undefined ? [] : [failure]),
  ].join(" ");
}

/** The caller of an audited call, as one word. */
function whoOf({ principal }: AuditRecord): string {
  if (!principal) return "-";
  const { id, tenant } = principal;
  return escapeText(tenant === undefined ? id : `${id}@${tenant}`);
}

/** A record on one line. All text is escaped, because callers chose some of it. */
export function printRecord(record: AuditRecord): string {
  const { time, tool, callId } = record;
  const [who, what] = [whoOf(record).padEnd(16), escapeText(tool).padEnd(28)];
  return `${escapeText(time)}  ${escapeText(callId).slice(0, 8)}  ${who}  ${what}  ${escapeText(resultOf(record))}`;
}

function printPruned({ at, writer, sequence }: PrunedMark): string {
  return `${escapeText(at)}  records up to ${sequence} of writer ${escapeText(writer)} were pruned`;
}

/** An event of the trail on one line, even if it is no record. A terminal that is too narrow for it shows it on several. */
export function printEvent(event: unknown, width: number = Infinity): string {
  const record = readEvent(event);
  const pruned = readPruned(event);
  const line = pruned
    ? printPruned(pruned)
    : record
      ? printRecord(record)
      : `UNREADABLE  ${escapeText(JSON.stringify(event)).slice(0, 200)}`;
  if (columnsOf(line) <= width) return line;
  const lines = wrapText(line.replace(/ {2,}/g, "  "), width - continued.length);
  return lines.map((text) => text.trim()).join(`\n${continued}`);
}

/** Before the further lines of a record. */
const continued = "    ";
