import type { AuditEntry } from "../ports.ts";
import { readEvent, type ChainedEvent } from "./cloud-event.ts";
import type { AuditHead, HeadSigner } from "./head.ts";
import { chainEntry, type ChainLink } from "./chain-entry.ts";

/** Records that become durable together, and the head that covers them. */
export interface ChainGroup {
  readonly events: readonly ChainedEvent[];
  readonly head: AuditHead;
}

/**
 * Chains entries in their order. The last event carries the signature of the head as well: so records that became
 * durable just before a crash, and their head not, can be told from those that somebody else appended.
 */
export function chainGroup(
  entries: readonly AuditEntry[],
  writer: string,
  last: ChainLink,
  signer: HeadSigner | undefined,
): ChainGroup {
  const events: ChainedEvent[] = [];
  let previous = last;
  let time = "";
  for (const entry of entries) {
    const event = chainEntry(entry, writer, previous);
    events.push(event);
    previous = { sequence: previous.sequence + 1, hash: event.hash };
    ({ time } = event);
  }
  const unsigned: AuditHead = { writer, ...previous, time };
  const head = signer ? signer.sign(unsigned) : unsigned;
  const { keyId, signature } = head;
  const end = events.pop();
  if (end) events.push({ ...end, ...(keyId && signature && { keyid: keyId, signature }) });
  return { events, head };
}

/** The head that an event carries or, unsigned, could carry; undefined if it is no event of a chain. */
export function headAt(event: unknown): AuditHead | undefined {
  const record = readEvent(event);
  if (!record) return undefined;
  const { writer, sequence, hash, time } = record;
  const { keyid, signature } = event as ChainedEvent;
  return {
    writer,
    sequence,
    hash,
    time,
    ...(typeof keyid === "string" && { keyId: keyid }),
    ...(typeof signature === "string" && { signature }),
  };
}
