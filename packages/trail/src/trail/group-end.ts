import { isObject } from "@proviso/manifest";
import { unsignedHash } from "./chain-entry.ts";
import { readEvent } from "./cloud-event.ts";
import type { AuditHead } from "./head.ts";

/**
 * What the signature in the last event of a group signs, with the signature if there is one;
 * undefined if this is no event of a chain.
 */
export function groupEnd(event: unknown): AuditHead | undefined {
  const record = readEvent(event);
  if (!record || !isObject(event)) return undefined;
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
