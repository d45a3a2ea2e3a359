import { isJsonObject } from "../canonical/canonical-copy.ts";
import { groupEnd } from "./chain-group.ts";
import { readEvent } from "./cloud-event.ts";
import { checkSignature, type AuditHead, type HeadSigner } from "./head.ts";
import { genesis, isIntact, type ChainLink } from "./chain-entry.ts";

/** The trail differs from when it was last written. */
export class ChainBroken extends Error {
  override readonly name = "ChainBroken";
}

/** What is stored of a writer when its chain is continued. */
export interface ChainEnd {
  /** The stored head. Absent if the writer has none; then it has no records either. */
  readonly head?: AuditHead;
  /** The head's last event, unless it is the genesis, and all later events. */
  readonly events: readonly unknown[];
}

/**
 * The end at which to continue a chain. Throws if it does not match the head: continuing and signing would hide that somebody
 * truncated or changed the trail.
 */
export function continueChain(end: ChainEnd, writer: string, signer: HeadSigner | undefined): ChainLink {
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
  const last = newer.reduce<ChainLink>((link, event) => followLink(link, event, writer), covered);
  if (signer && newer.length > 0) checkLast(newer.at(-1), writer, signer);
  return last;
}

/**
 * Throws unless the trail contains the last record of a head that is known from outside, here from the file `path`. Otherwise
 * the database was emptied or restored to an older state. `kept` is the stored record with that number.
 */
export function checkKnownHead(
  known: AuditHead,
  kept: unknown,
  path: string,
  signer: HeadSigner | undefined,
): void {
  checkSigner(known, known.writer, signer);
  if (known.sequence === 0 || linkOf(kept)?.hash === known.hash) return;
  refuseChain(
    known.writer,
    `it was put back to an older day: it does not have the record ${known.sequence} that ${path} names; put the newer trail in its place, or remove that file if it was meant`,
  );
}

function checkSigner(head: AuditHead, writer: string, signer: HeadSigner | undefined): void {
  if (!signer) {
    if (head.signature !== undefined) refuseChain(writer, "its head is signed: give the key");
    return;
  }
  const verdict = checkSignature(head, signer.trusted, "head");
  if (verdict === "unsigned") refuseChain(writer, "it was begun without a key: to sign, begin another one");
  if (verdict === "unknown_key")
    refuseChain(writer, "its head is signed by a key that is not among `formerKeys`");
  if (verdict === "forged") refuseChain(writer, "its head was changed");
}

function checkLast(event: unknown, writer: string, { trusted }: HeadSigner): void {
  const end = groupEnd(event);
  if (!end || checkSignature(end, trusted, "end") !== "valid")
    refuseChain(writer, "its last record is not signed");
}

function followLink(last: ChainLink, event: unknown, writer: string): ChainLink {
  const link = linkOf(event);
  const fits = link?.sequence === last.sequence + 1 && readEvent(event)?.previousHash === last.hash;
  if (!link || !fits) refuseChain(writer, `its records after ${last.sequence} do not fit together`);
  return link;
}

/** The link of an event, if its hash is correct. */
function linkOf(event: unknown): ChainLink | undefined {
  return isJsonObject(event) && isIntact(event) ? readEvent(event) : undefined;
}

function refuseChain(writer: string, why: string): never {
  throw new ChainBroken(
    `the audit trail of \`${writer}\` cannot be continued: ${why}; see \`proviso audit verify\``,
  );
}
