import type { JsonObject } from "@proviso/manifest";
import { fingerprint } from "../canonical/fingerprint.ts";
import type { AuditEntry } from "../api/ports.ts";
import { sequenceText, toEvent, type ChainedEvent } from "./cloud-event.ts";

/** The end of a chain. */
export interface ChainLink {
  readonly sequence: number;
  readonly hash: string;
}

/** The end of a chain, with the key in force there: the one that signs what follows. Absent in a chain without signatures. */
export interface ChainState extends ChainLink {
  readonly keyId?: string;
}

/** The end of an empty chain. */
export const genesis: ChainLink = { sequence: 0, hash: "0".repeat(64) };

/** Chains an entry to the previous record. */
export function chainEntry(entry: AuditEntry, writer: string, previous: ChainLink): ChainedEvent {
  const sequence = sequenceText(previous.sequence + 1);
  const event = toEvent(entry, writer, { sequence, previoushash: previous.hash });
  return { ...event, hash: fingerprint(event) };
}

/** Whether a stored event has the correct hash. */
export function isIntact(event: JsonObject): boolean {
  const { hash, ...rest } = event;
  return hashOf(rest) === hash;
}

/** The hash of a stored event before its signature was added, which is what was signed. */
export function unsignedHash(event: JsonObject): string | undefined {
  const { hash: _hash, keyid: _keyId, signature: _signature, ...rest } = event;
  return hashOf(rest);
}

/** Undefined for incomplete surrogate pairs, which canonical JSON does not allow. */
function hashOf(event: JsonObject): string | undefined {
  try {
    return fingerprint(event);
  } catch {
    return undefined;
  }
}
