import { isJsonObject } from "../canonical/canonical-copy.ts";
import { fingerprint } from "../canonical/fingerprint.ts";
import type { AuditEntry } from "../api/ports.ts";
import { readEvent, type ChainedEvent } from "./cloud-event.ts";
import type { AuditHead, HeadSigner } from "./head.ts";
import { chainEntry, unsignedHash, type ChainLink } from "./chain-entry.ts";

/** Records that become durable together, with the head that covers them. */
export interface ChainGroup {
  readonly events: readonly ChainedEvent[];
  readonly head: AuditHead;
}

/**
 * Chains entries in order. The last event has its own signature, so that records which became durable just before a crash,
 * without their head, can be distinguished from records that somebody else appended.
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
  for (const [index, entry] of entries.entries()) {
    const chained = chainEntry(entry, writer, previous);
    const event = signer && index === entries.length - 1 ? signedEnd(chained, signer) : chained;
    events.push(event);
    previous = { sequence: previous.sequence + 1, hash: event.hash };
    ({ time } = event);
  }
  const head: AuditHead = { writer, ...previous, time };
  return { events, head: signer ? signer.sign(head, "head") : head };
}

/** Adds a signature to an event. The event's hash covers it, so that it cannot be removed unnoticed. */
function signedEnd(event: ChainedEvent, signer: HeadSigner): ChainedEvent {
  const end = groupEnd(event);
  if (!end) return event;
  const { hash: _hash, ...rest } = event;
  const { keyId = "", signature = "" } = signer.sign(end, "end");
  const signed = { ...rest, keyid: keyId, signature };
  return { ...signed, hash: fingerprint(signed) };
}

/**
 * What the signature in the last event of a group signs, with the signature if there is one; undefined if this is no event of a
 * chain.
 */
export function groupEnd(event: unknown): AuditHead | undefined {
  const record = readEvent(event);
  if (!record || !isJsonObject(event)) return undefined;
  const { keyid, signature } = event;
  const hash = unsignedHash(event);
  if (hash === undefined) return undefined;
  return {
    writer: record.writer,
    sequence: record.sequence,
    hash,
    time: record.time,
    ...(typeof keyid === "string" && { keyId: keyid }),
    ...(typeof signature === "string" && { signature }),
  };
}
