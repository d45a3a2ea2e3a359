import { aroundAudit } from "../api/around-audit.ts";
import type { AuditSink } from "../api/ports.ts";
import type { Shadow } from "../api/shadow.ts";
import { quietly } from "./quietly.ts";

type Observing = Pick<Shadow, "recorded"> & Partial<Pick<Shadow, "close">>;

/** Tells observers about each record once it is durable, and closes them with the sink. An error of theirs changes nothing. */
export function observedAudit(audit: AuditSink, given: readonly (Observing | undefined)[]): AuditSink {
  const observers = given.filter((each) => each !== undefined);
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
