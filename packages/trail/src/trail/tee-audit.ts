import type { AuditEntry, AuditSink } from "@proviso/server";
import { aroundAudit } from "@proviso/server/storage";

export interface TeeAuditOptions {
  /** The authority: an entry that is not durable here refuses its call. */
  readonly authority: AuditSink;
  /** Sinks that get each entry afterwards. Slow or broken ones delay no call. */
  readonly copies: readonly AuditSink[];
  /** Receives each entry that a copy does not have. */
  readonly onLost: (error: unknown, entry: AuditEntry) => void;
}

/** How many entries may wait for the copies; further ones are not copied. */
const maxWaitingForSecond = 10_000;

/** A trail with copies: a chain in PostgreSQL, for example, and one in OpenTelemetry. */
export function teeAudit({ authority, copies, onLost }: TeeAuditOptions): AuditSink {
  const waiting = new Set<Promise<void>>();

  /** Errors of the host's listener are ignored: they must not end the process. */
  function tell(error: unknown, entry: AuditEntry): void {
    try {
      onLost(error, entry);
    } catch {
      // The authority has the entry.
    }
  }

  async function copyTo(sink: AuditSink, entry: AuditEntry): Promise<void> {
    try {
      if (waiting.size >= maxWaitingForSecond)
        throw new Error("too many entries wait for a copy of the audit");
      await sink.append(entry);
    } catch (error) {
      tell(error, entry);
    }
  }

  return aroundAudit(authority, {
    async append(entry) {
      await authority.append(entry);
      for (const sink of copies) {
        const copied = copyTo(sink, entry).finally(() => waiting.delete(copied));
        waiting.add(copied);
      }
    },
    async close() {
      await Promise.allSettled(waiting);
      try {
        await authority.close();
      } finally {
        await Promise.all(copies.map((sink) => sink.close()));
      }
    },
  });
}
