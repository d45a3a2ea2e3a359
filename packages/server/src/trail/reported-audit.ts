import type { AuditSink } from "../api/ports.ts";
import type { Outage } from "../stores/outage.ts";

/** The same sink, of which an operator is told when it does not take entries any more, and when it does again. */
export function reportedAudit(sink: AuditSink, { change }: Outage): AuditSink {
  let isClosed = false;
  return {
    append: (entry) => (isClosed ? sink.append(entry) : change(() => sink.append(entry))),
    close() {
      isClosed = true;
      return sink.close();
    },
  };
}
