import type { AuditEntry, AuditSink } from "../ports.ts";
import { chainEntry, genesis, type AuditHead, type AuditRecord } from "./record.ts";

/** Where records are kept: all that differs between sinks. */
export interface AuditLog {
  /** The last record of a writer. */
  head(writer: string): Promise<AuditHead | undefined>;
  /** Makes all records durable, or none and throws. False, with none written, if the chain has grown meanwhile. */
  append(records: readonly AuditRecord[]): Promise<boolean>;
  close(): Promise<void>;
}

interface Waiting {
  readonly entry: AuditEntry;
  resolve(): void;
  reject(reason: unknown): void;
}

const attempts = 20;
const largestGroup = 1000;

/**
 * Chains entries, one group after the other: while one group is being made durable the next one gathers, so that
 * any number of concurrent calls share one sync to disk. A failed group fails everybody in it and leaves the chain
 * where it was.
 */
export function chainedAudit(log: AuditLog, writer: string): AuditSink {
  let head: AuditHead | undefined;
  const waiting: Waiting[] = [];
  let flushing: Promise<void> | undefined;
  let closed = false;

  async function write(group: readonly Waiting[]): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      head ??= (await log.head(writer)) ?? genesis;
      const records = chain(group, writer, head);
      if (await log.append(records)) {
        head = records.at(-1) ?? head;
        return;
      }
      head = undefined;
    }
    throw new Error(`the audit chain of \`${writer}\` grows faster than it can be extended`);
  }

  async function flush(): Promise<void> {
    while (waiting.length > 0) {
      const group = waiting.splice(0, largestGroup);
      try {
        await write(group);
        for (const { resolve } of group) resolve();
      } catch (error) {
        head = undefined;
        for (const { reject } of group) reject(error);
      }
    }
    flushing = undefined;
  }

  return {
    append(entry) {
      if (closed) return Promise.reject(new Error("the audit sink is closed"));
      return new Promise((resolve, reject) => {
        waiting.push({ entry, resolve, reject });
        flushing ??= flush();
      });
    },
    async close() {
      closed = true;
      await flushing;
      await log.close();
    },
  };
}

function chain(group: readonly Waiting[], writer: string, head: AuditHead): AuditRecord[] {
  let previous = head;
  return group.map(({ entry }) => {
    const record = chainEntry(entry, writer, previous);
    previous = record;
    return record;
  });
}
