import { endedBy } from "../api/ended-question.ts";
import type { AuditEntry, AuditSink } from "../api/ports.ts";

export interface MemoryAudit extends AuditSink {
  /** All entries so far, oldest first. */
  readonly records: readonly AuditEntry[];
}

/** An audit trail in memory, for tests and trials. */
export function memoryAudit(): MemoryAudit {
  const records: AuditEntry[] = [];
  return {
    records,
    append: async (entry) => void records.push(structuredClone(entry)),
    endsOf: async (request) =>
      records.filter((record) => endedBy(record) === request).map(({ callId }) => callId),
    newest: async (count) => records.slice(-count),
    close: async () => {},
  };
}
