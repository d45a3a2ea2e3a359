import type { AuditEntry } from "../api/ports.ts";
import { readEvent, type ChainedEvent } from "./cloud-event.ts";
import type { AuditHead, HeadSigner } from "./head.ts";
import { chainEntry, type ChainLink } from "./chain-entry.ts";

/** Records that become durable together, and the head that covers them. */
export interface ChainGroup {
  readonly events: readonly ChainedEvent[];
  readonly head: AuditHead;
}

/**
 * Chains entries in their order. The last event carries a signature of its own: so records that became
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
  const end = events.pop();
  if (end) events.push(signer ? signed(end, signer.sign(unsigned, "end")) : end);
  return { events, head: signer ? signer.sign(unsigned, "head") : unsigned };
}

function signed(event: ChainedEvent, { keyId, signature }: AuditHead): ChainedEvent {
  return { ...event, ...(keyId && signature && { keyid: keyId, signature }) };
}

/** Where an event says that the chain ended, signed if a group did; undefined if it is no event of a chain. */
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
