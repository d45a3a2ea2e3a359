import type { JsonObject } from "@proviso/manifest";
import { fingerprint } from "../canonical/fingerprint.ts";
import type { AuditEntry } from "../api/ports.ts";
import { sequenceText, toEvent, type ChainedEvent } from "./cloud-event.ts";

/** Where a chain stands. */
export interface ChainLink {
  readonly sequence: number;
  readonly hash: string;
}

/** Before the first record. */
export const genesis: ChainLink = { sequence: 0, hash: "0".repeat(64) };

/** An entry as it is kept, after another one. */
export function chainEntry(entry: AuditEntry, writer: string, previous: ChainLink): ChainedEvent {
  const sequence = sequenceText(previous.sequence + 1);
  const event = toEvent(entry, writer, { sequence, previoushash: previous.hash });
  return { ...event, hash: fingerprint(event) };
}

/** Whether a kept event has the hash that it must have. */
export function isIntact(event: JsonObject): boolean {
  const { hash, ...rest } = event;
  return hashOf(rest) === hash;
}

/** The hash that a kept event had before its signature was added: what the signature is of. */
export function unsignedHash(event: JsonObject): string | undefined {
  const { hash: _hash, keyid: _keyId, signature: _signature, ...rest } = event;
  return hashOf(rest);
}

/** Undefined where there are half characters, which no canonical JSON has. */
function hashOf(event: JsonObject): string | undefined {
  try {
    return fingerprint(event);
  } catch {
    return undefined;
  }
}
