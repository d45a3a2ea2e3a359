import type { AuditEntry, AuditSink } from "@proviso/server";
import { writeEntry, type WrittenEntry } from "./chain-entry.ts";

/** Where groups of entries are written. */
export interface GroupWriter {
  /** Makes all entries durable in this order, or none and throws. Never called concurrently. */
  write(entries: readonly WrittenEntry[]): Promise<void>;
  /** Whether an error of `write` is about the entries: others can be written. */
  refuses?(error: unknown): boolean;
  close(): Promise<void>;
}

/** One entry cannot be recorded. Others can. */
export class EntryRefused extends Error {
  override readonly name = "EntryRefused";
}

interface WaitingEntry {
  readonly entry: WrittenEntry;
  resolve(): void;
  reject(reason: unknown): void;
}

const largestGroup = 1000;
/** Characters after which a group takes no further entry. Bounds how long one write takes. */
const longestGroup = 4 * 1024 * 1024;
/** Bounds the memory while nothing can be written: further entries are refused at once. */
const maxWaitingEntries = 10_000;

/**
 * Writes entries in groups: while one group is made durable, the next one gathers, so that concurrent calls share one sync to
 * disk. If a group fails, all its entries fail, unless the error is about the entries: then those that are at fault fail.
 */
export function groupedAudit(name: string, writer: GroupWriter): AuditSink {
  const waitingRecords: WaitingEntry[] = [];
  let isWriting = false;
  let onIdle: (() => void) | undefined;
  let closing: Promise<void> | undefined;

  /** Entries of this turn of the event loop and of the next one join the group: with a call that ends at once, both its records do. */
  function writeSoon(): void {
    isWriting = waitingRecords.length > 0;
    if (isWriting) setImmediate(() => setImmediate(() => void writeGroup()));
    else onIdle?.();
  }

  async function writeGroup(): Promise<void> {
    const settled = await endings(writer, takeGroup(waitingRecords));
    for (const settle of settled) settle();
    writeSoon();
  }

  async function close(): Promise<void> {
    if (isWriting) await new Promise<void>((resolve) => (onIdle = resolve));
    await writer.close();
  }

  return {
    append(entry) {
      if (closing) return Promise.reject(new Error("the audit sink is closed"));
      if (waitingRecords.length >= maxWaitingEntries)
        return Promise.reject(new Error("too many entries wait for the audit sink"));
      return new Promise((resolve, reject) => {
        waitingRecords.push({ entry: writtenEntry(entry, name), resolve, reject });
        if (!isWriting) writeSoon();
      });
    },
    close: () => (closing ??= close()),
  };
}

/**
 * Writes a group; returns how to tell each of its entries. Halves a group that is refused, until
 * the entries that are at fault stand alone.
 */
async function endings(
  writer: GroupWriter,
  group: readonly WaitingEntry[],
): Promise<readonly (() => void)[]> {
  try {
    await writer.write(group.map(({ entry }) => entry));
    return group.map(({ resolve }) => resolve);
  } catch (error) {
    const isRefused = writer.refuses?.(error) ?? false;
    if (!isRefused || group.length === 1) {
      const reason = isRefused ? refusedEntry(error) : error;
      return group.map(
        ({ reject }) =>
          () =>
            reject(reason),
      );
    }
    const half = Math.ceil(group.length / 2);
    const first = await endings(writer, group.slice(0, half));
    return [...first, ...(await endings(writer, group.slice(half)))];
  }
}

/** Throws here, and not while the group is written, if the entry cannot be. */
function writtenEntry(entry: AuditEntry, name: string): WrittenEntry {
  try {
    return writeEntry(entry, name);
  } catch (error) {
    throw refusedEntry(error);
  }
}

function refusedEntry(cause: unknown): EntryRefused {
  return new EntryRefused("this entry cannot be recorded", { cause });
}

/** Takes at least one entry. */
function takeGroup(waitingRecords: WaitingEntry[]): readonly WaitingEntry[] {
  let length = 0;
  const end = waitingRecords.findIndex(({ entry: { text } }, index) => {
    length += text[0].length + text[1].length;
    return index > 0 && (index >= largestGroup || length > longestGroup);
  });
  return waitingRecords.splice(0, end < 0 ? waitingRecords.length : end);
}
