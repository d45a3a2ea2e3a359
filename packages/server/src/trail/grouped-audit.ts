import type { AuditEntry, AuditSink } from "../api/ports.ts";

/** Where groups of entries are written. */
export interface GroupWriter {
  /** Makes all entries durable in this order, or none and throws. Never called concurrently. */
  write(entries: readonly AuditEntry[]): Promise<void>;
  close(): Promise<void>;
}

interface WaitingEntry {
  readonly entry: AuditEntry;
  resolve(): void;
  reject(reason: unknown): void;
}

const largestGroup = 1000;
/** Bounds the memory while nothing can be written: further entries are refused at once. */
const mostWaitingEntries = 10_000;

/**
 * Writes entries in groups: while one group is made durable, the next one gathers, so that concurrent calls share one sync to
 * disk. If a group fails, all its entries fail.
 */
export function groupedAudit(writer: GroupWriter): AuditSink {
  const waitingRecords: WaitingEntry[] = [];
  let flushing: Promise<void> | undefined;
  let closed = false;

  async function flush(): Promise<void> {
    while (waitingRecords.length > 0) {
      // Entries of the same turn of the event loop join the group.
      await new Promise((resolve) => setImmediate(resolve));
      const group = waitingRecords.splice(0, largestGroup);
      try {
        await writer.write(group.map(({ entry }) => entry));
        for (const { resolve } of group) resolve();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    flushing = undefined;
  }

  return {
    append(entry) {
      if (closed) return Promise.reject(new Error("the audit sink is closed"));
      if (waitingRecords.length >= mostWaitingEntries)
        return Promise.reject(new Error("too many entries wait for the audit sink"));
      return new Promise((resolve, reject) => {
        waitingRecords.push({ entry, resolve, reject });
        flushing ??= flush();
      });
    },
    async close() {
      closed = true;
      await flushing;
      await writer.close();
    },
  };
}
