import type { AuditSink } from "../api/ports.ts";

/** The default audit. It records nothing and warns about that on standard error. */
export function discardingAudit(): AuditSink {
  console.error(
    "proviso: no `audit` is given, so nobody will know what was called; give those of `sqliteState(folder)` of `@proviso/trail`, or `memoryAudit()` in tests",
  );
  return { append: async () => {}, close: async () => {} };
}
