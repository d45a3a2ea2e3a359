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
  try {
    return hashEvent(event) === event["hash"];
  } catch {
    // Half characters, which no canonical JSON has.
    return false;
  }
}

function hashEvent(event: JsonObject): string {
  const { hash: _hash, keyid: _keyId, signature: _signature, ...rest } = event;
  return fingerprint(rest);
}
