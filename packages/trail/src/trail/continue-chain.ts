import { isObject, escapeCode } from "@proviso/manifest";
import { groupEnd } from "./group-end.ts";
import { readEvent } from "./cloud-event.ts";
import { checkSignature, type AuditHead, type HeadSigner } from "./head.ts";
import { genesis, isIntact, type ChainLink, type ChainState } from "./chain-entry.ts";
import { keyAfter } from "./key-change.ts";

/** The trail differs from when it was last written. */
export class ChainBroken extends Error {
  override readonly name = "ChainBroken";
}

/** The stored state of a writer when its chain is continued. */
export interface ChainEnd {
  /** The stored head. Absent if the writer has none; then it has no records either. */
  readonly head?: AuditHead;
  /** The head's last event, unless it is the genesis, and all later events. */
  readonly events: readonly unknown[];
}

/**
 * The end at which to continue a chain. Throws if it does not match the head: continuing and
 * signing would hide that somebody truncated or changed the trail.
 */
export function continueChain(end: ChainEnd, writer: string, signer: HeadSigner | undefined): ChainState {
  const { head, events } = end;
  if (!head) {
    if (events.length > 0) refuseChain(writer, "it has records and no head");
    return genesis;
  }
  checkSigner(head, writer, signer);
  const [first, ...newer] = head.sequence === 0 ? [undefined, ...events] : events;
  const covered = head.sequence === 0 ? genesis : linkOf(first);
  if (covered?.sequence !== head.sequence || covered.hash !== head.hash)
    refuseChain(writer, `it does not have the record ${head.sequence} that its head names`);
  const { keyId, time } = head;
  const begun = {
    sequence: covered.sequence,
    hash: covered.hash,
    ...(keyId !== undefined && { keyId }),
    ...(time !== undefined && { time }),
  };
  const last = newer.reduce<ChainState>((state, event) => followEvent(state, event, writer), begun);
  if (signer && newer.length > 0) checkLast(newer.at(-1), last, writer, signer);
  return last;
}

/**
 * What a trail lacks that a head names which is known from outside, here from the file `path`: undefined if it contains the last
 * record of that head. Otherwise the database was emptied or restored to an older state. `kept` is the stored record with that
 * number. Throws if no key that is known here signed the head.
 */
export function missingOfKnown(
  known: AuditHead,
  kept: unknown,
  path: string,
  signer: HeadSigner | undefined,
): string | undefined {
  checkSigner(known, known.writer, signer);
  if (known.sequence === 0 || linkOf(kept)?.hash === known.hash) return undefined;
  return `the audit trail of \`${escapeCode(known.writer)}\` cannot be continued: it was put back to an older day: it does not have the record ${known.sequence} that ${path} names`;
}

function checkSigner(head: AuditHead, writer: string, signer: HeadSigner | undefined): void {
  if (!signer) {
    if (head.signature !== undefined) refuseChain(writer, "its head is signed: give the key");
    return;
  }
  const verdict = checkSignature(head, signer.trusted, "head");
  if (verdict === "unsigned") refuseChain(writer, "it was begun without a key: to sign, begin another one");
  if (verdict === "unknown_key") refuseChain(writer, unknownKey(head.keyId));
  if (verdict === "forged") refuseChain(writer, "its head was changed");
}

function checkLast(event: unknown, { keyId }: ChainState, writer: string, { trusted }: HeadSigner): void {
  const end = groupEnd(event);
  if (!end || checkSignature(end, trusted, "end") !== "valid")
    refuseChain(writer, "its last record is not signed");
  // Stryker disable next-line ConditionalExpression: no known key is undefined
  if (keyId === undefined || !trusted.has(keyId)) refuseChain(writer, unknownKey(keyId));
}

/** The end of the chain after an event. */
function followEvent(last: ChainState, event: unknown, writer: string): ChainState {
  const record = isObject(event) && isIntact(event) ? readEvent(event) : undefined;
  const fits = record?.sequence === last.sequence + 1 && record.previousHash === last.hash;
  if (!record || !fits) refuseChain(writer, `its records after ${last.sequence} do not fit together`);
  const inForce = isObject(event) ? keyAfter(event, record, last.keyId) : undefined;
  if (!inForce) refuseChain(writer, `record ${record.sequence} is signed by a key that no record introduces`);
  const { keyId } = inForce;
  return { sequence: record.sequence, hash: record.hash, ...(keyId !== undefined && { keyId }) };
}

function unknownKey(keyId: string | undefined): string {
  return `it is signed by the key ${escapeCode(keyId ?? "")}, which is neither \`key\` nor among \`formerKeys\` and \`nextKeys\`: put that key back; if another process has changed the key, restart this one`;
}

/** The link of an event, if its hash is correct. */
function linkOf(event: unknown): ChainLink | undefined {
  return isObject(event) && isIntact(event) ? readEvent(event) : undefined;
}

function refuseChain(writer: string, why: string): never {
  throw new ChainBroken(
    `the audit trail of \`${writer}\` cannot be continued: ${why}; see \`proviso audit verify\``,
  );
}
