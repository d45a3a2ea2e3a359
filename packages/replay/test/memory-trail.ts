import type { AuditSink } from "@proviso/server";
import { chainedAudit, type AuditHead, type AuditTrail, type ChainedEvent } from "@proviso/trail";

/** A trail in memory: a test that records thousands of calls does not wait for a disk. */
export interface MemoryTrail {
  readonly sink: AuditSink;
  readonly trail: AuditTrail;
  readonly events: readonly ChainedEvent[];
}

export function memoryTrail(writer = "main"): MemoryTrail {
  const events: ChainedEvent[] = [];
  let head: AuditHead = { writer, sequence: 0, hash: "0".repeat(64) };
  const sink = chainedAudit(
    {
      end: async () => ({ events: events.slice(-1), head }),
      async append(group, next) {
        events.push(...group);
        head = next;
        return true;
      },
      close: async () => {},
    },
    { writer },
  );
  const trail: AuditTrail = {
    headsLag: false,
    heads: async () => [head],
    events: () => events.values(),
    newest: async (count) => events.slice(-count),
    close: async () => {},
  };
  return { sink, trail, events };
}
