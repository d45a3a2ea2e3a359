import { escapeCode } from "@proviso/manifest";
import type { AuditBreak, HeadProblem, SignatureState, WriterVerdict } from "./audit-verdict.ts";
import { groupEnd } from "./group-end.ts";
import { checkSignature, keyIdOf, type AuditHead, type HeadKeys } from "./head.ts";
import { genesis, type ChainState } from "./chain-entry.ts";
import type { KeyInForce } from "./key-change.ts";
import { marksRightly } from "./mark-signers.ts";
import type { PrunedMark } from "./pruned-mark.ts";

/** The facts of a writer after all its records were read. */
export interface WriterState {
  last: ChainState;
  lastEvent: unknown;
  /** The records that some head names, with the key in force after each. */
  readonly named: Map<number, ChainState>;
  /** The key of the first signature. */
  firstKeyId?: string | undefined;
  /** Public keys of `key_changed` records, each with the id of its signer; in order. */
  readonly introduced: Required<KeyInForce>["introduced"][];
  /** What remains of records that were removed, in order. */
  readonly pruned: PrunedMark[];
}

export interface HeadCheck {
  readonly heads: readonly AuditHead[];
  readonly keys: HeadKeys | undefined;
  readonly expected: readonly AuditHead[];
  readonly writers: ReadonlyMap<string, WriterState>;
  readonly headsLag: boolean;
}

/** Compares the ends of the chains with the heads. */
export function checkHeads(check: HeadCheck): readonly WriterVerdict[] | AuditBreak {
  const { heads, expected, keys, writers } = check;
  if (heads.length === 0 && writers.size === 0) return emptiedTrail;
  const known = new Set(heads.map(({ writer }) => writer));
  for (const writer of writers.keys()) if (!known.has(writer)) return headlessTrail(writer);
  const verdicts: WriterVerdict[] = [];
  for (const head of heads) {
    const verdict = checkHead(head, check);
    if ("problem" in verdict) return verdict;
    verdicts.push(verdict);
  }
  const lost = expected.find((head) => recordHashAt(writers, head) !== head.hash && !isPruned(head, check));
  if (!lost) return verdicts;
  const hasMark = !keys && marksOf(writers, lost).length > 0;
  const advice = hasMark ? "; give a public key, without which nobody knows who removed records" : "";
  return brokenHead("rolled_back", lost, `is known from before, and the trail does not contain it${advice}`);
}

function checkHead(head: AuditHead, check: HeadCheck): WriterVerdict | AuditBreak {
  const { keys, writers, headsLag } = check;
  const state = writers.get(head.writer);
  const trusted = keys && trustedKeys(keys, state);
  const signature = signatureOf(head, trusted);
  if (typeof signature !== "string") return signature;
  const { last, lastEvent } = state ?? { last: genesis, lastEvent: undefined };
  const badMark = state && unprovenMark(state, head, trusted, check);
  if (badMark) return badMark;
  const uncovered = last.sequence - head.sequence;
  if (uncovered < 0)
    return brokenHead("cut", head, `covers ${-uncovered} records that are missing at the end`);
  if (recordHashAt(writers, head) !== head.hash)
    return brokenHead("rewritten", head, "names another record than there is");
  if (state && !isInForce(head, state))
    return brokenHead("key_not_introduced", head, "is not signed by the key that is in force at that record");
  const isOurs = uncovered === 0 || (headsLag && isSignedAs(head, lastEvent, trusted));
  if (!isOurs)
    return brokenHead(
      "appended",
      head,
      `is followed by ${uncovered} records that were not finished, or not its writer's`,
    );
  const { writer, keyId } = head;
  const pruned = state?.pruned.at(-1);
  return {
    writer,
    sequence: last.sequence,
    hash: last.hash,
    uncovered,
    signature,
    ...(keyId && { keyId }),
    ...(pruned && { pruned: { sequence: pruned.sequence, before: pruned.before, at: pruned.at } }),
  };
}

/**
 * The first mark of removed records that nobody has signed whose key counts there. Without a key,
 * marks of a signed chain are signed at least.
 */
function unprovenMark(
  { pruned, firstKeyId, introduced }: WriterState,
  head: AuditHead,
  keys: HeadKeys | undefined,
  { heads, writers }: HeadCheck,
): AuditBreak | undefined {
  const chain = { keyId: head.keyId, firstKeyId, introduced };
  const changes = [...writers.values()].flatMap((state) => state.introduced);
  const isProven = (mark: PrunedMark): boolean =>
    keys
      ? checkSignature(mark, keys, "pruned") === "valid" && marksRightly(mark, chain, heads, changes)
      : !head.signature || mark.signature !== undefined;
  const mark = pruned.find((one) => !isProven(one));
  if (!mark) return undefined;
  const { writer, sequence } = mark;
  const message = `records of writer \`${escapeCode(writer)}\` up to ${sequence} are missing, and the mark in their place is not signed by a given key that may sign it`;
  return { ok: false, problem: "pruning_forged", writer, sequence, message };
}

/**
 * Whether whoever has the key has removed the record that a head names. Where that record is kept as a mark, it must be that
 * one. With keys, the signatures of all marks have been verified; without, anybody could have written them.
 */
function isPruned({ writer, sequence, hash }: AuditHead, { keys, writers }: HeadCheck): boolean {
  const marks = marksOf(writers, { writer });
  const same = marks.find((mark) => mark.sequence === sequence);
  if (same) return same.hash === hash;
  // Stryker disable next-line EqualityOperator: an equal one was found before
  return keys !== undefined && marks.some((mark) => mark.sequence > sequence);
}

/** Whether the record that a head names is there, at least as a mark. */
export function isComparable(head: AuditHead, { writers }: HeadCheck): boolean {
  const marks = marksOf(writers, head);
  return (
    recordHashAt(writers, head) !== undefined || marks.some(({ sequence }) => sequence === head.sequence)
  );
}

/** The marks of removed records of one writer. */
function marksOf(
  writers: HeadCheck["writers"],
  { writer }: Pick<AuditHead, "writer">,
): readonly PrunedMark[] {
  // Stryker disable next-line ArrayDeclaration: it has neither a number nor a hash
  return writers.get(writer)?.pruned ?? [];
}

/** Returns the given keys and all keys that they have introduced, directly or not. */
function trustedKeys(given: HeadKeys, state: WriterState | undefined): HeadKeys {
  const trusted = new Map(given);
  // Stryker disable next-line ArrayDeclaration: it has neither a writer nor a key
  for (const { key, by } of state?.introduced ?? []) if (trusted.has(by)) trusted.set(keyIdOf(key), key);
  return trusted;
}

/** Before the first signature the key of the head itself is in force. */
function isInForce({ keyId, sequence }: AuditHead, { named, firstKeyId }: WriterState): boolean {
  // Stryker disable next-line OptionalChaining: a head that names no record was refused before
  const inForce = sequence === 0 ? firstKeyId : named.get(sequence)?.keyId;
  return inForce === undefined || keyId === inForce;
}

function signatureOf(head: AuditHead, keys: HeadKeys | undefined): SignatureState | AuditBreak {
  if (!keys) return head.signature === undefined ? "none" : "unchecked";
  const verdict = checkSignature(head, keys, "head");
  if (verdict === "unsigned") return brokenHead("head_unsigned", head, "is not signed, and a key was given");
  if (verdict === "forged") return brokenHead("head_forged", head, "was changed after it was signed");
  if (verdict === "unknown_key")
    return brokenHead(
      "head_unknown_key",
      head,
      // Stryker disable next-line StringLiteral: for people
      `is signed by the key ${escapeCode(head.keyId ?? "")}, which was not given`,
    );
  return verdict;
}

/** Whether an event after the head is as surely its writer's: signed, if the head is. */
function isSignedAs(head: AuditHead, event: unknown, keys: HeadKeys | undefined): boolean {
  const newer = groupEnd(event);
  // Stryker disable next-line ConditionalExpression: the last event is a record
  if (!newer || head.signature === undefined) return newer !== undefined;
  return keys ? checkSignature(newer, keys, "end") === "valid" : newer.signature !== undefined;
}

function recordHashAt(
  writers: ReadonlyMap<string, WriterState>,
  { writer, sequence }: AuditHead,
): string | undefined {
  return sequence === 0 ? genesis.hash : writers.get(writer)?.named.get(sequence)?.hash;
}

const emptiedTrail: AuditBreak = {
  ok: false,
  problem: "head_missing",
  message: "there is no head: no server ever kept a trail here, or it was emptied",
};

function headlessTrail(writer: string): AuditBreak {
  const message = `there are records of writer \`${escapeCode(writer)}\`, and no head: it was removed`;
  return { ok: false, problem: "head_missing", writer, message };
}

function brokenHead(problem: HeadProblem, { writer, sequence }: AuditHead, why: string): AuditBreak {
  const message = `the head of writer \`${escapeCode(writer)}\` at ${sequence} ${why}`;
  return { ok: false, problem, writer, sequence, message };
}
