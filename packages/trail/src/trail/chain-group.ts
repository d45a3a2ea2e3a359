import type { ChainedEvent } from "./cloud-event.ts";
import { groupEnd } from "./group-end.ts";
import type { AuditHead, HeadSigner } from "./head.ts";
import {
  chainEntry,
  chainHash,
  writeEntry,
  type ChainLink,
  type ChainState,
  type WrittenEntry,
} from "./chain-entry.ts";
import { keyChange } from "./key-change.ts";
import { closesSegment } from "./segment.ts";

/** Records that become durable together, with the head that covers them. */
export interface ChainGroup {
  readonly events: readonly ChainedEvent[];
  readonly head: AuditHead;
}

/** The group that introduces the current key, if the chain ends with a former one. */
export function keyChangeGroup(
  writer: string,
  last: ChainState,
  signer: HeadSigner | undefined,
): ChainGroup | undefined {
  // Stryker disable next-line ConditionalExpression, OptionalChaining: no former key is undefined
  const isDue = last.keyId !== undefined && signer?.formerIds.has(last.keyId);
  return isDue ? chainGroup([], writer, last, signer) : undefined;
}

/**
 * Chains entries in order. The last event has its own signature: it is an anchor, to which records before it can be proved to
 * belong without the later ones. If the head becomes durable after the records, every group ends with one, so that records which
 * became durable just before a crash can be distinguished from records that somebody else appended. Otherwise every segment does.
 * In a chain that ends with a former key, a record that introduces the current one comes first.
 */
export function chainGroup(
  entries: readonly WrittenEntry[],
  writer: string,
  last: ChainState,
  signer: HeadSigner | undefined,
  headsLag = true,
): ChainGroup {
  const events: ChainedEvent[] = [];
  let previous: ChainLink = last;
  // Stryker disable next-line StringLiteral: a group has a record
  let time = "";
  const add = (entry: WrittenEntry, signedBy?: string): void => {
    const chained = chainEntry(entry, previous);
    const event = signer && signedBy !== undefined ? signedEnd(chained, signer, signedBy) : chained;
    events.push(event);
    previous = { sequence: previous.sequence + 1, hash: event.hash };
    ({ time } = event);
  };
  const { keyId: found } = last;
  // Stryker disable next-line ConditionalExpression, OptionalChaining: no former key is undefined
  const isFormer = found !== undefined && signer?.formerIds.has(found) === true;
  const inForce = isFormer ? signer.keyId : (found ?? signer?.keyId);
  const end = { sequence: last.sequence + entries.length, time: entries.at(-1)?.event.time };
  const hasAnchor = headsLag || isFormer || closesSegment(last, end);
  if (isFormer) add(writeEntry(keyChange(signer, found), writer), found);
  for (const [index, entry] of entries.entries())
    add(entry, hasAnchor && index === entries.length - 1 ? inForce : undefined);
  const head: AuditHead = { writer, ...previous, time };
  return { events, head: signer ? signer.sign(head, "head", inForce) : head };
}

/** Adds a signature to an event, whose hash covers it: removing it is noticed. */
function signedEnd(event: ChainedEvent, signer: HeadSigner, signedBy: string): ChainedEvent {
  const end = groupEnd(event);
  // Stryker disable next-line ConditionalExpression: a chained event is a record
  if (!end) return event;
  const { hash: _hash, ...rest } = event;
  // Stryker disable next-line StringLiteral: a signer gives a key and a signature
  const { keyId = "", signature = "" } = signer.sign(end, "end", signedBy);
  const signed = { ...rest, keyid: keyId, signature };
  return { ...signed, hash: chainHash(signed) };
}
