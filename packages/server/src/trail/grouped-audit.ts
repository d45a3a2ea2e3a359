import type { AuditEntry, AuditSink } from "../api/ports.ts";

/** Where groups of entries go. */
export interface GroupWriter {
  /** Makes all entries durable in this order, or none and throws. Never called twice at once. */
  write(entries: readonly AuditEntry[]): Promise<void>;
  close(): Promise<void>;
}

interface Waiting {
  readonly entry: AuditEntry;
  resolve(): void;
  reject(reason: unknown): void;
}

const largestGroup = 1000;
/** While nothing can be written entries must not fill the memory: whoever comes then is refused at once. */
const mostWaiting = 10_000;

/**
 * Writes entries one group after the other: while one group is being made durable the next one gathers, so that any
 * number of concurrent calls share one sync to disk. A failed group fails everybody in it.
 */
export function groupedAudit(writer: GroupWriter): AuditSink {
  const waiting: Waiting[] = [];
  let flushing: Promise<void> | undefined;
  let closed = false;

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      // Whoever comes in this turn of the event loop comes along.
      await new Promise((resolve) => setImmediate(resolve));
      const group = waiting.splice(0, largestGroup);
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
      if (waiting.length >= mostWaiting)
        return Promise.reject(new Error("too many entries wait for the audit sink"));
      return new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject });
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
