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
  let isWriting = false;
  let onIdle: (() => void) | undefined;
  let closing: Promise<void> | undefined;

  /** Entries of the same turn of the event loop join the group. */
  function writeSoon(): void {
    isWriting = waitingRecords.length > 0;
    if (isWriting) setImmediate(writeGroup);
    else onIdle?.();
  }

  function writeGroup(): void {
    const group = waitingRecords.splice(0, largestGroup);
    const end = (settle: (waiting: WaitingEntry) => void): void => {
      for (const waiting of group) settle(waiting);
      writeSoon();
    };
    writer.write(group.map(({ entry }) => entry)).then(
      () => end(({ resolve }) => resolve()),
      (error: unknown) => end(({ reject }) => reject(error)),
    );
  }

  async function close(): Promise<void> {
    if (isWriting) await new Promise<void>((resolve) => (onIdle = resolve));
    await writer.close();
  }

  return {
    append(entry) {
      if (closing) return Promise.reject(new Error("the audit sink is closed"));
      if (waitingRecords.length >= mostWaitingEntries)
        return Promise.reject(new Error("too many entries wait for the audit sink"));
      return new Promise((resolve, reject) => {
        waitingRecords.push({ entry, resolve, reject });
        if (!isWriting) writeSoon();
      });
    },
    close: () => (closing ??= close()),
  };
}
