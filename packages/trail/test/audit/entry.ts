import type { AuditEntry } from "../../../server/src/api/ports.ts";

export function entry(callId: string, more: Partial<AuditEntry> = {}): AuditEntry {
  return {
    callId,
    kind: "intent",
    time: "2026-01-01T00:00:00.000Z",
    tool: "files.get",
    event: "file.read",
    ...more,
  };
}
