import { isObject } from "@proviso/manifest";
import type { AuditTrail } from "./audit-trail.ts";
import { genesis, type ChainState } from "./chain-entry.ts";
import { readEvent } from "./cloud-event.ts";
import { readHead, type AuditHead, type HeadSigner } from "./head.ts";
import { keyAfter } from "./key-change.ts";
import { readPruned, type PrunedMark } from "./pruned-mark.ts";
import { closesSegment } from "./segment.ts";

export interface PruningRules {
  /** Records from this time on are kept. */
  readonly before: Date;
  /** How far an export has come; a writer without position keeps all. Absent: no limit. */
  readonly exported?: readonly AuditHead[];
}

/** What can be removed of one writer. */
export interface WriterPruning {
  readonly writer: string;
  /** How many records. */
  readonly records: number;
  /** Times of the first and the last of them. */
  readonly from: string;
  readonly to: string;
  /** The ends of its segments: the last one is the end of what is removed. */
  readonly ends: readonly ChainState[];
  /** The number of the last record that was removed before. */
  readonly after: number;
}

/** Milliseconds by which a head outside may be older than the newest record. */
const oldestPinnedMs = 60 * 60_000;

/**
 * What can be removed of a trail, which must be intact. The beginning of each chain, up to the first record that is not older
 * than `before`, or within an hour of the newest one: a server that starts needs the record that a head outside names. Throws
 * if the trail has another record than an export at its position.
 */
export async function planPruning(trail: AuditTrail, rules: PruningRules): Promise<readonly WriterPruning[]> {
  // Stryker disable next-line ArrayDeclaration: what is no head is passed over
  const limits = limitsOf(await trail.heads(), trail.pinned ?? [], rules);
  const writers = new Map<string, Walk>();
  for await (const event of trail.events()) {
    const mark = readPruned(event);
    const record = readEvent(event);
    // Stryker disable next-line StringLiteral: no writer without a name has a head
    const writer = mark?.writer ?? record?.writer ?? "";
    const limit = limits.get(writer);
    if (!limit) continue;
    checkExported(mark ?? record, limit);
    const walk = writers.get(writer) ?? newWalk(genesis);
    if (mark)
      writers.set(
        writer,
        newWalk(mark.keyInForce === undefined ? mark : { ...mark, keyId: mark.keyInForce }),
      );
    else if (record && !walk.isDone && isObject(event)) {
      walk.isDone = record.sequence > limit.sequence || Date.parse(record.time) >= limit.before;
      if (!walk.isDone) {
        // Stryker disable next-line OptionalChaining: a trail that is pruned was verified before
        const keyId = keyAfter(event, record, walk.last.keyId)?.keyId;
        step(walk, {
          sequence: record.sequence,
          hash: record.hash,
          time: record.time,
          ...(keyId && { keyId }),
        });
      }
      writers.set(writer, walk);
    }
  }
  return [...writers].flatMap(([writer, walk]) => planOf(writer, walk) ?? []);
}

/** An export of another trail contains none of these records. */
function checkExported(record: Pick<AuditHead, "sequence" | "hash"> | undefined, { exported }: Limit): void {
  if (record && record.sequence === exported?.sequence && record.hash !== exported.hash)
    refuseExport(exported);
}

function refuseExport({ writer, sequence }: AuditHead): never {
  throw new Error(
    `the export is of another trail: its record ${sequence} of writer ${writer} is not the one here`,
  );
}

interface Walk {
  readonly after: number;
  readonly ends: ChainState[];
  from: string;
  last: ChainState;
  isDone: boolean;
}

function newWalk({ sequence, hash, keyId }: ChainState): Walk {
  const last = { sequence, hash, ...(keyId && { keyId }) };
  return { after: sequence, ends: [], from: "", last, isDone: false };
}

function step(walk: Walk, record: ChainState): void {
  // Stryker disable next-line ObjectLiteral: both are in the same thousand
  const before = walk.ends.at(-1) ?? { sequence: walk.after };
  if (
    walk.last.sequence > walk.after &&
    closesSegment({ ...walk.last, ...before, time: walk.last.time }, record)
  )
    walk.ends.push(walk.last);
  // Stryker disable next-line StringLiteral: a record has a time
  walk.from ||= record.time ?? "";
  walk.last = record;
}

function planOf(writer: string, { after, ends, from, last }: Walk): WriterPruning | undefined {
  if (last.sequence === after) return undefined;
  return {
    writer,
    records: last.sequence - after,
    from,
    // Stryker disable next-line StringLiteral: a record has a time
    to: last.time ?? "",
    ends: [...ends, last],
    after,
  };
}

interface Limit {
  readonly sequence: number;
  readonly before: number;
  readonly exported?: AuditHead;
}

function limitsOf(
  heads: readonly unknown[],
  pinned: readonly unknown[],
  { before, exported }: PruningRules,
): ReadonlyMap<string, Limit> {
  const limits = new Map<string, Limit>();
  for (const head of [...heads, ...pinned].map(readHead)) {
    if (!head?.time) continue;
    const { writer, sequence, time } = head;
    const known = limits.get(writer) ?? { sequence: Infinity, before: before.getTime() };
    const position = exported?.find((one) => one.writer === writer);
    if (position && position.sequence > sequence) refuseExport(position);
    const done = exported ? (position?.sequence ?? 0) : Infinity;
    limits.set(writer, {
      sequence: Math.min(known.sequence, sequence - 1, done),
      before: Math.min(known.before, Date.parse(time) - oldestPinnedMs),
      ...(position && { exported: position }),
    });
  }
  return limits;
}

/** The marks that stand for what is removed, in order. */
export function marksOf(
  { writer, ends }: WriterPruning,
  {
    before,
    at,
    signer,
  }: { readonly before: Date; readonly at: Date; readonly signer: HeadSigner | undefined },
): readonly PrunedMark[] {
  return ends.map(({ sequence, hash, time, keyId }) => {
    const mark: PrunedMark = {
      writer,
      sequence,
      hash,
      ...(time !== undefined && { time }),
      before: before.toISOString(),
      at: at.toISOString(),
      ...(keyId !== undefined && { keyInForce: keyId }),
    };
    return signer ? signer.sign(mark, "pruned") : mark;
  });
}
