import type { AuditSink } from "../../../server/src/api/ports.ts";
import type { AuditTrail } from "../../src/trail/audit-trail.ts";
import { chainedAudit, type ChainOptions } from "../../src/trail/chained-audit.ts";
import { readEvent, type ChainedEvent } from "../../src/trail/cloud-event.ts";
import { endedBy } from "../../../server/src/api/ended-question.ts";
import { firstHead, headSigner, type AuditHead } from "../../src/trail/head.ts";
import type { AuditRecord } from "../../src/trail/audit-record.ts";

export interface MemoryAudit extends AuditSink {
  /** All records so far, oldest first. */
  readonly records: readonly AuditRecord[];
  /** The stored form, for `verifyAudit`. */
  readonly trail: AuditTrail;
}

/** An audit trail in memory, for tests and trials. */
export function memoryAudit(options: ChainOptions = {}): MemoryAudit {
  const events: ChainedEvent[] = [];
  const records: AuditRecord[] = [];
  let head: AuditHead = firstHead(options.writer ?? "main", options.signing && headSigner(options.signing));
  const sink = chainedAudit(
    {
      end: async () => ({ events: events.slice(-1), head }),
      async append(group, next) {
        events.push(...group);
        records.push(...group.map(readEvent).filter((record) => record !== undefined));
        head = next;
        return true;
      },
      close: async () => {},
    },
    options,
  );
  const trail: AuditTrail = {
    headsLag: false,
    heads: async () => [head],
    events: () => events.values(),
    newest: async (count) => events.slice(-count),
    close: async () => {},
  };
  const endsOf = async (request: string): Promise<readonly string[]> =>
    records.filter((record) => endedBy(record) === request).map(({ callId }) => callId);
  return { ...sink, endsOf, records, trail };
}
