import type { Port } from "../../../server/test/simulation/ports.ts";
import type { AuditRecord } from "../../src/trail/audit-record.ts";
import type { AuditLog } from "../../src/trail/chained-audit.ts";
import { type ChainedEvent, readEvent } from "../../src/trail/cloud-event.ts";
import { type AuditHead, firstHead } from "../../src/trail/head.ts";

/** The durable part of a machine's audit trail. */
export interface DurableLog {
  readonly events: ChainedEvent[];
  head: AuditHead;
}

export function emptyLog(writer: string): DurableLog {
  return { events: [], head: firstHead(writer, undefined) };
}

/** The log of one writer. `onRecord` hears of each record when it is durable. */
export function simulatedLog(log: DurableLog, port: Port, onRecord: (record: AuditRecord) => void): AuditLog {
  return {
    headsLag: false,
    end: () =>
      port({
        label: "audit.end",
        isOwn: true,
        act: () => ({ events: log.events.slice(-1), head: log.head }),
        fates: ["slow", "fail"],
      }),
    append: (events, head) =>
      port({
        label: `audit.append ${events.map((event) => readEvent(event)?.kind).join(", ")}`,
        isOwn: true,
        act() {
          if (Number(events[0]?.sequence) !== log.head.sequence + 1) return false;
          log.events.push(...events);
          log.head = head;
          for (const record of events.map(readEvent)) if (record) onRecord(record);
          return true;
        },
        fates: ["slow", "fail", "lose", "late"],
      }),
    close: async () => {},
  };
}
