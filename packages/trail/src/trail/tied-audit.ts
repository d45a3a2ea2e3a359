import type { AuditEntry, AuditSink, Store } from "@proviso/server";
import { writeEntry, type WrittenEntry } from "./chain-entry.ts";
import { groupedAudit } from "./grouped-audit.ts";
import type { AuditHead } from "./head.ts";
import { acceptedEntries, type Restored } from "./restored.ts";
import { putBackAlone, tieStore, untie, type StoreTie, type TrailView } from "./store-tie.ts";

/** Where the chain of a sink is written. */
export interface ChainWriter {
  readonly writer: string;
  /** Makes all entries durable in order, or throws. Resolves to the head that covers them. */
  write(entries: readonly WrittenEntry[]): Promise<AuditHead>;
  refuses?(error: unknown): boolean;
  ready?(): Promise<void>;
  close(): Promise<void>;
  /** Absent if the trail ends with the process. */
  readonly view?: TrailView | undefined;
}

export interface TiedOptions {
  readonly restored?: Restored | undefined;
  /** Entries to be written before the first one. */
  readonly first?: readonly AuditEntry[];
}

/** A sink that writes in groups, and notices that trail or store was put back alone. */
export function tiedAudit(chain: ChainWriter, { restored, first = [] }: TiedOptions = {}): AuditSink {
  const { writer, view } = chain;
  const written = (entries: readonly AuditEntry[]): readonly WrittenEntry[] =>
    entries.map((entry) => writeEntry(entry, writer));
  let begin = written(first);
  let tie: StoreTie | undefined;
  let tying: Promise<void> | undefined;
  const sink = groupedAudit(writer, {
    ...(chain.refuses && { refuses: chain.refuses }),
    async write(entries) {
      const whole = [...begin, ...entries];
      const head = await chain.write(tie ? await tie.mark(whole) : whole);
      begin = [];
      tie?.written(head);
    },
    async close() {
      try {
        await tie?.close();
      } finally {
        await chain.close();
      }
    },
  });

  async function open(store: Store, seen: TrailView): Promise<void> {
    const accepted = acceptedEntries(await putBackAlone(store, seen, writer), restored);
    if (accepted.length > 0) await untie(store, seen, writer);
    begin = [...begin, ...written(accepted)];
    tie = await tieStore(store, seen, writer);
  }

  const forget = (error: unknown): never => {
    tying = undefined;
    throw error;
  };
  return {
    ...sink,
    ...(chain.ready && { ready: chain.ready }),
    ...(view && { tie: (store: Store) => (tying ??= open(store, view).catch(forget)) }),
  };
}
