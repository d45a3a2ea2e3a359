import type { AuditEntry, AuditSink } from "../ports.ts";
import { groupedAudit } from "./grouped-audit.ts";
import { chainEntries, genesis, type AuditHead, type AuditRecord } from "./record.ts";

/** Where records are kept: all that differs between sinks. */
export interface AuditLog {
  /** The last record of a writer. */
  head(writer: string): Promise<AuditHead | undefined>;
  /** Makes all records durable, or none and throws. False, with none written, if the chain has grown meanwhile. */
  append(records: readonly AuditRecord[]): Promise<boolean>;
  close(): Promise<void>;
}

const attempts = 20;

/** Chains entries, one group after the other. A failed group leaves the chain where it was. */
export function chainedAudit(log: AuditLog, writer: string): AuditSink {
  let head: AuditHead | undefined;

  async function write(entries: readonly AuditEntry[]): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const previous = head ?? (await log.head(writer)) ?? genesis;
      // Not known until the records are durable.
      head = undefined;
      const records = chainEntries(entries, writer, previous);
      if (await log.append(records)) {
        head = records.at(-1) ?? previous;
        return;
      }
    }
    throw new Error(`the audit chain of \`${writer}\` grows faster than it can be extended`);
  }

  return groupedAudit({ write, close: () => log.close() });
}
