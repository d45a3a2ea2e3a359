import { aroundAudit } from "../api/around-audit.ts";
import type { AuditEntry, AuditSink } from "../api/ports.ts";
import { quietly } from "./quietly.ts";

/** Sees records, and ends with the sink if it can be closed. */
export interface RecordObserver {
  recorded(entry: AuditEntry): void;
  close?(): Promise<void>;
}

/** Tells observers about each record once it is durable. An error of theirs changes nothing. */
export function observedAudit(audit: AuditSink, observers: readonly RecordObserver[]): AuditSink {
  if (observers.length === 0) return audit;
  return aroundAudit(audit, {
    async append(entry) {
      await audit.append(entry);
      for (const observer of observers) quietly(() => observer.recorded(entry));
    },
    async close() {
      await Promise.allSettled(observers.map((observer) => observer.close?.()));
      await audit.close();
    },
  });
}
