import type { AuditSink } from "../api/ports.ts";

/** For a host that has chosen none. Nobody could read what it kept, so it keeps nothing, and says so. */
export function discardingAudit(): AuditSink {
  console.error(
    "proviso: no `audit` is given, so nobody will know what was called; give `sqliteAudit({ file })`, or `memoryAudit()` in tests",
  );
  return { append: async () => {}, close: async () => {} };
}
