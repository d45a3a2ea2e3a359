import { aroundAudit } from "../api/around-audit.ts";
import type { Observer } from "../api/observer.ts";
import type { AuditSink } from "../api/ports.ts";

/** Tells the observer about each record once it is durable. */
export function observedAudit(audit: AuditSink, observer: Observer): AuditSink {
  return aroundAudit(audit, {
    async append(entry) {
      await audit.append(entry);
      observer.recorded(entry);
    },
  });
}
