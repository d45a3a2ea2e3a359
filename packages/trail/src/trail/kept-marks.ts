import type { AuditTrail } from "./audit-trail.ts";
import { readEvent } from "./cloud-event.ts";
import { readHead, type HeadSigner } from "./head.ts";
import { readPruned, type PrunedMark } from "./pruned-mark.ts";

/** The marks in a trail, which must be intact, and the keys that may sign others. */
export interface KeptMarks {
  /** Whether a chain ends with this key, and no chain has replaced it by another. */
  isCurrent(keyId: string): boolean;
  /** All marks of each writer that has some of former keys, these signed anew; and how many. */
  signedAnew(signer: HeadSigner): {
    readonly count: number;
    readonly chains: readonly (readonly PrunedMark[])[];
  };
}

/**
 * Reads the marks of a trail. The current key has to sign those of a former key before the record
 * goes that introduced it: then nothing says how long the former one was in force.
 */
export async function keptMarks(trail: AuditTrail): Promise<KeptMarks> {
  const heads = (await trail.heads()).flatMap((head) => readHead(head) ?? []);
  const keyOf = new Map(heads.map(({ writer, keyId }) => [writer, keyId]));
  const current = new Set(keyOf.values());
  const marks = new Map<string, PrunedMark[]>();
  for await (const event of trail.events()) {
    const mark = readPruned(event);
    if (mark) {
      const chain = marks.get(mark.writer) ?? [];
      chain.push(mark);
      marks.set(mark.writer, chain);
    }
    const record = readEvent(event);
    if (record?.kind !== "key_changed") continue;
    // Stryker disable next-line OptionalChaining: in an intact trail a change names the former key
    const formerId = record.formerKey?.id;
    if (keyOf.get(record.writer) !== formerId) current.delete(formerId);
  }
  const isFormer = ({ keyId }: PrunedMark): boolean => !current.has(keyId);
  return {
    isCurrent: (keyId) => current.has(keyId),
    signedAnew(signer) {
      const chains = [...marks.values()].filter((chain) => chain.some(isFormer));
      return {
        count: chains.flat().filter(isFormer).length,
        chains: chains.map((chain) =>
          chain.map((mark) => (isFormer(mark) ? signer.sign(mark, "pruned") : mark)),
        ),
      };
    },
  };
}
