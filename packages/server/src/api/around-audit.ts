import type { AuditSink } from "./ports.ts";

/** Wraps a sink: forwards whatever `own` does not replace. A method that the sink lacks stays absent. */
export function aroundAudit(sink: AuditSink, own: Partial<AuditSink>): AuditSink {
  const { endsOf, newest, ready, tie } = sink;
  return {
    append: (entry) => sink.append(entry),
    ...(endsOf && { endsOf: (request) => endsOf.call(sink, request) }),
    ...(newest && { newest: (count) => newest.call(sink, count) }),
    ...(ready && { ready: () => ready.call(sink) }),
    ...(tie && { tie: (store) => tie.call(sink, store) }),
    close: () => sink.close(),
    ...own,
  };
}
