import { escapeCode } from "@proviso/manifest";
import type { AuditBreak, HeadProblem, SignatureState, WriterVerdict } from "./audit-verdict.ts";
import { groupEnd } from "./chain-group.ts";
import { checkSignature, type AuditHead, type HeadKeys } from "./head.ts";
import { genesis, type ChainLink } from "./chain-entry.ts";

/** What is known of a writer after all its records were read. */
export interface WriterState {
  last: ChainLink;
  lastEvent: unknown;
  /** The hashes of the records that some head names. */
  readonly hashes: Map<number, string>;
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
  const { heads, expected, writers } = check;
  if (heads.length === 0 && writers.size === 0) return emptiedTrail;
  const known = new Set(heads.map(({ writer }) => writer));
  for (const writer of writers.keys()) if (!known.has(writer)) return headlessTrail(writer);
  const verdicts: WriterVerdict[] = [];
  for (const head of heads) {
    const verdict = checkHead(head, check);
    if ("problem" in verdict) return verdict;
    verdicts.push(verdict);
  }
  const lost = expected.find((head) => recordHashAt(writers, head) !== head.hash);
  return lost
    ? brokenHead("rolled_back", lost, "is known from before, and the trail does not contain it")
    : verdicts;
}

function checkHead(head: AuditHead, { keys, writers, headsLag }: HeadCheck): WriterVerdict | AuditBreak {
  const signature = signatureOf(head, keys);
  if (typeof signature !== "string") return signature;
  const { last, lastEvent } = writers.get(head.writer) ?? { last: genesis, lastEvent: undefined };
  const uncovered = last.sequence - head.sequence;
  if (uncovered < 0)
    return brokenHead("cut", head, `covers ${-uncovered} records that are missing at the end`);
  if (recordHashAt(writers, head) !== head.hash)
    return brokenHead("rewritten", head, "names another record than there is");
  const isOurs = uncovered === 0 || (headsLag && isSignedAs(head, lastEvent, keys));
  if (!isOurs)
    return brokenHead(
      "appended",
      head,
      `is followed by ${uncovered} records that were not finished, or not its writer's`,
    );
  const { writer, keyId } = head;
  return { writer, sequence: last.sequence, hash: last.hash, uncovered, signature, ...(keyId && { keyId }) };
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
      `is signed by the key ${escapeCode(head.keyId ?? "")}, which was not given`,
    );
  return verdict;
}

/** Whether an event after the head belongs to its writer as surely as the head does: signed, if the head is signed. */
function isSignedAs(head: AuditHead, event: unknown, keys: HeadKeys | undefined): boolean {
  const newer = groupEnd(event);
  if (!newer || head.signature === undefined) return newer !== undefined;
  return keys ? checkSignature(newer, keys, "end") === "valid" : newer.signature !== undefined;
}

function recordHashAt(
  writers: ReadonlyMap<string, WriterState>,
  { writer, sequence }: AuditHead,
): string | undefined {
  return sequence === 0 ? genesis.hash : writers.get(writer)?.hashes.get(sequence);
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
