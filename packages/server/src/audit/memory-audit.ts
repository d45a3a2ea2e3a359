import type { AuditSink } from "../ports.ts";
import { chainedAudit } from "./chained-audit.ts";
import type { AuditRecord } from "./record.ts";

export interface MemoryAudit extends AuditSink {
  /** All records so far, oldest first. */
  readonly records: readonly AuditRecord[];
}

/** An audit trail that ends with the process: for tests, and for trying things out. */
export function memoryAudit(options: { readonly writer?: string } = {}): MemoryAudit {
  const records: AuditRecord[] = [];
  const sink = chainedAudit(
    {
      head: async () => records.at(-1),
      append: async (group) => records.push(...group) > 0,
      close: async () => {},
    },
    options.writer ?? "main",
  );
  return { ...sink, records };
}
