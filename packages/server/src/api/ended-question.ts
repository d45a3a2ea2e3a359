import type { AuditEntry } from "./ports.ts";

const endings: ReadonlySet<unknown> = new Set(["denied", "expired", "withdrawn", "paused", "revoked"]);

/**
 * The question to a person that a record ends, because it says that the answer was used or was a
 * no; or the pause, or the end of a standing approval, that it records. Null for others.
 */
export function endedBy({ kind, request, decision, failure }: Partial<AuditEntry>): string | null {
  const isEnd =
    kind === "approval" ||
    (kind === "decision" && endings.has(decision)) ||
    (kind === "outcome" && failure === "confirmation_declined");
  return isEnd && request !== undefined ? request : null;
}
