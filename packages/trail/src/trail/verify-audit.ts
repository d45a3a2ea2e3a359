import type { KeyObject } from "node:crypto";
import { isObject, escapeCode } from "@proviso/manifest";
import type { AuditTrail, Misfiled } from "./audit-trail.ts";
import type { AuditBreak, AuditVerdict } from "./audit-verdict.ts";
import { readEvent } from "./cloud-event.ts";
import { headKeys, readHead, type AuditHead } from "./head.ts";
import type { AuditRecord } from "./audit-record.ts";
import { readPruned, type PrunedMark } from "./pruned-mark.ts";
import { genesis, isIntact, type ChainLink } from "./chain-entry.ts";
import { keyAfter } from "./key-change.ts";
import { checkHeads, isComparable, type WriterState } from "./verify-heads.ts";

export interface VerifyOptions {
  /** Public Ed25519 keys (PEM or `KeyObject`). With them every head must be signed. */
  readonly keys?: readonly (string | KeyObject)[];
  /** Heads that were saved earlier: a trail without their last records was rolled back. */
  readonly expected?: readonly AuditHead[];
}

/**
 * Verifies the chain of every writer, compares its end with the head, and stops at the first problem. Records of different
 * writers may be mixed. If a writer was removed together with its head, only `expected`, or a head stored outside, reveals it.
 */
export async function verifyAudit(trail: AuditTrail, options: VerifyOptions = {}): Promise<AuditVerdict> {
  const keys = options.keys && headKeys(options.keys);
  const heads = readHeads(await trail.heads());
  if ("problem" in heads) return heads;
  const pinned = readHeads(trail.pinned ?? []);
  if ("problem" in pinned) return pinned;
  // Stryker disable next-line ArrayDeclaration: it has neither a writer nor a key
  const expected = [...(options.expected ?? []), ...pinned];
  const found = await followChains(trail, [...heads, ...expected]);
  const misfiled = trail.misfiled?.();
  if ("problem" in found) return misfiled && isAbout(found, misfiled) ? recordInWrongPlace(misfiled) : found;
  const { writers, records } = found;
  if (misfiled) return recordInWrongPlace(misfiled);
  const check = { heads, keys, expected, writers, headsLag: trail.headsLag };
  const verdict = checkHeads(check);
  if ("problem" in verdict) return verdict;
  const uncompared = expected.filter((head) => !isComparable(head, check));
  return { ok: true, records, writers: verdict, ...(uncompared.length > 0 && { uncompared }) };
}

function readHeads(kept: readonly unknown[]): readonly AuditHead[] | AuditBreak {
  const heads = kept.map(readHead);
  const readable = heads.filter((head) => head !== undefined);
  const isOneEach = new Set(readable.map(({ writer }) => writer)).size === heads.length;
  if (isOneEach) return readable;
  return {
    ok: false,
    problem: "head_unreadable",
    message: "the heads are no list with one head for each writer",
  };
}

interface Chains {
  readonly records: number;
  readonly writers: ReadonlyMap<string, WriterState>;
}

async function followChains(trail: AuditTrail, named: readonly AuditHead[]): Promise<Chains | AuditBreak> {
  const writers = new Map<string, WriterState>();
  const wanted = new Set(named.map(({ writer, sequence }) => `${sequence} ${writer}`));
  let [index, records] = [0, 0];
  let gap: SequenceGap | undefined;
  for await (const event of trail.events()) {
    const mark = readPruned(event);
    if (mark) {
      if (!followMark(mark, writerStateOf(writers, mark.writer)))
        return brokenRecord("reordered", mark, mark.sequence, index);
      index += 1;
      continue;
    }
    const record = readEvent(event);
    if (gap) {
      if (record?.writer === gap.record.writer && record.sequence === gap.missing)
        return brokenRecord("reordered", gap.record, gap.missing, gap.index);
    } else {
      if (!record) return unreadableRecord(index);
      const state = writerStateOf(writers, record.writer);
      const problem = recordProblemOf(event, record, state.last);
      if (problem === "gap") gap = { record, index, missing: state.last.sequence + 1 };
      else if (problem) return brokenRecord(problem, record, state.last.sequence + 1, index);
      else if (!followKey(event, record, state))
        return brokenRecord("key_not_introduced", record, state.last.sequence + 1, index);
      state.lastEvent = event;
      // Stryker disable next-line ConditionalExpression: saves memory
      if (wanted.has(`${record.sequence} ${record.writer}`)) state.named.set(record.sequence, state.last);
    }
    records += 1;
    index += 1;
  }
  return gap ? brokenRecord("gap", gap.record, gap.missing, gap.index) : { records, writers };
}

/** Only at the end is it known whether a missing record comes later. */
interface SequenceGap {
  readonly record: AuditRecord;
  readonly index: number;
  readonly missing: number;
}

function writerStateOf(writers: Map<string, WriterState>, writer: string): WriterState {
  const state: WriterState = writers.get(writer) ?? {
    last: genesis,
    lastEvent: undefined,
    named: new Map(),
    introduced: [],
    pruned: [],
  };
  writers.set(writer, state);
  return state;
}

/** Steps to a mark of removed records. False unless before records and after older marks. */
function followMark(mark: PrunedMark, state: WriterState): boolean {
  const { sequence, hash, keyInForce } = mark;
  if (state.lastEvent !== undefined || sequence <= state.last.sequence) return false;
  state.pruned.push(mark);
  state.last = { sequence, hash, ...(keyInForce !== undefined && { keyId: keyInForce }) };
  return true;
}

/** Steps to a record that continues its chain. False if its key is not in force. */
function followKey(event: unknown, record: AuditRecord, state: WriterState): boolean {
  const { sequence, hash } = record;
  const inForce = isObject(event) ? keyAfter(event, record, state.last.keyId) : undefined;
  if (!inForce) return false;
  const { keyId, introduced } = inForce;
  state.last = { sequence, hash, ...(keyId !== undefined && { keyId }) };
  state.firstKeyId ??= introduced?.by ?? keyId;
  if (introduced) state.introduced.push(introduced);
  return true;
}

function recordProblemOf(
  event: unknown,
  record: AuditRecord,
  last: ChainLink,
): "edited" | "reordered" | "gap" | undefined {
  if (!isObject(event) || !isIntact(event)) return "edited";
  if (record.sequence <= last.sequence) return "reordered";
  if (record.sequence > last.sequence + 1) return "gap";
  return record.previousHash === last.hash ? undefined : "edited";
}

const problemExplanations = {
  edited: "was changed after it was written, or the one before it was",
  reordered: "is not in the place in which it was written",
  gap: "follows records that are missing",
  key_not_introduced: "is signed by a key that no record introduces",
} as const;

function brokenRecord(
  problem: keyof typeof problemExplanations,
  { writer, sequence }: Pick<AuditRecord, "writer" | "sequence">,
  expected: number,
  index: number,
): AuditBreak {
  const message = `record ${sequence} of writer \`${escapeCode(writer)}\` ${problemExplanations[problem]} (expected number ${expected})`;
  return { ok: false, problem, writer, sequence, index, message };
}

function isAbout({ problem, writer, sequence }: AuditBreak, misfiled: Misfiled): boolean {
  // Stryker disable next-line ConditionalExpression, LogicalOperator: which of two problems is told
  return problem === "edited" && writer === misfiled.writer && sequence === misfiled.sequence;
}

function recordInWrongPlace({ writer, sequence }: Misfiled): AuditBreak {
  const message = `the row of what is number ${sequence} of writer \`${escapeCode(writer)}\` says otherwise in its columns`;
  return { ok: false, problem: "edited", writer, sequence, message };
}

function unreadableRecord(index: number): AuditBreak {
  return { ok: false, problem: "unreadable", index, message: `line ${index + 1} is not an audit record` };
}
