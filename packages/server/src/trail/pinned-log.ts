import type { AuditLog } from "./chained-audit.ts";
import type { HeadFile } from "./head-file.ts";

/** At most this often, in milliseconds, a head is written outside of its database. */
export const pinEveryMs = 1000;

/** Keeps the newest head outside of the database as well, so that a database that was emptied or put back shows. */
export function pinnedLog(log: AuditLog, heads: HeadFile): AuditLog {
  return {
    end: (writer) => log.end(writer),
    async append(events, head) {
      await heads.ready();
      const isAppended = await log.append(events, head);
      if (isAppended) heads.put(head);
      return isAppended;
    },
    async close() {
      try {
        await heads.flush();
      } finally {
        await log.close();
      }
    },
  };
}
