import { randomUUID } from "node:crypto";
import type { AuditEntry } from "@proviso/server";

/** An operator's statement that a trail or a store was put back to an older day on purpose. */
export interface Restored {
  /** Goes on record. */
  readonly reason: string;
  /** Until when the statement counts, at most a day from now. ISO 8601. */
  readonly until: string;
}

/** A trail or a store is older than what is known of it. */
export class PutBack extends Error {
  override readonly name = "PutBack";
}

export const putBackRemedy =
  "put the newer one in its place; if it was meant, start the server once with `restored: { reason, until }`";

const dayMs = 24 * 3_600_000;

/** Whether a statement counts now. Throws a TypeError if it would for more than a day. */
function countsNow(restored: Restored | undefined): restored is Restored {
  if (!restored) return false;
  const left = Date.parse(restored.until) - Date.now();
  if (Number.isNaN(left) || left > dayMs || restored.reason.trim() === "")
    throw new TypeError(
      "`restored` needs a reason, and a time `until` which it counts, at most a day from now",
    );
  return left > 0;
}

/**
 * The record of what was found missing, if an operator has accepted that; nothing if nothing is
 * missing. Throws `PutBack` otherwise.
 */
export function acceptedEntries(
  found: string | undefined,
  restored: Restored | undefined,
): readonly AuditEntry[] {
  const counts = countsNow(restored);
  if (found === undefined) return [];
  if (!counts) throw new PutBack(`${found}; ${putBackRemedy}`);
  return [restoredEntry(restored, found)];
}

/** The record of what was accepted. */
function restoredEntry({ reason }: Restored, found: string): AuditEntry {
  return {
    callId: randomUUID(),
    kind: "event",
    number: 1,
    time: new Date().toISOString(),
    tool: "audit",
    event: "proviso.audit.restored",
    details: { reason, found },
  };
}
