import type { Observer } from "../api/observer.ts";
import type { AuditSink } from "../api/ports.ts";

/** Tells the observer about each record once it is durable. */
export function observedAudit(audit: AuditSink, observer: Observer): AuditSink {
  const { endsOf } = audit;
  return {
    ...(endsOf && { endsOf: (request) => endsOf.call(audit, request) }),
    ...(audit.ready && { ready: audit.ready }),
    async append(entry) {
      await audit.append(entry);
      observer.recorded(entry);
    },
    close: () => audit.close(),
  };
}
