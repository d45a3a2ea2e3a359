import type { AuditLog } from "./chained-audit.ts";
import type { HeadFile } from "./head-file.ts";

/** Milliseconds between two writes of a head outside its database. */
export const pinEveryMs = 1000;

/** Stores the newest head outside too: an emptied or restored database is noticed. */
export function pinnedLog(log: AuditLog, heads: HeadFile): AuditLog {
  return {
    ...log,
    async ready(writer) {
      await heads.ready();
      await log.ready?.(writer);
    },
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
