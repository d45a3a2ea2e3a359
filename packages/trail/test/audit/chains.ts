import { genesis, type ChainState } from "../../src/trail/chain-entry.ts";
import { groupOf } from "./chained.ts";
import { readEvent } from "../../src/trail/cloud-event.ts";
import { headSigner, type AuditHead } from "../../src/trail/head.ts";
import { prunedEvent, type PrunedMark } from "../../src/trail/pruned-mark.ts";
import type { AuditTrail } from "../../src/trail/audit-trail.ts";
import { entry, type Keys } from "./trails.ts";

export const idOf = ({ key }: Keys): string => headSigner({ key }).keyId;

/** The records of one writer as they are stored, and their head. */
export interface Chain {
  readonly writer: string;
  readonly events: readonly unknown[];
  readonly head: AuditHead;
}

/** A record by each key in turn, after one that introduces the key where it is another than before. */
export function chain(writer: string, ...signers: readonly Keys[]): Chain {
  const events: unknown[] = [];
  let last: ChainState = genesis;
  let head: AuditHead = { writer, ...genesis };
  for (const [index, { key }] of signers.entries()) {
    const formerKeys = signers.slice(0, index).map((one) => one.key);
    const group = groupOf([entry(`${index}`)], writer, last, headSigner({ key, formerKeys }));
    events.push(...(JSON.parse(JSON.stringify(group.events)) as unknown[]));
    last = head = group.head;
  }
  return { writer, events, head };
}

/** The mark in the place of the first records of a chain, which says which key was in force. */
export function markOf({ writer, events }: Chain, sequence: number, by?: Keys, inForce?: Keys): PrunedMark {
  const { hash = "" } = readEvent(events[sequence - 1]) ?? {};
  const mark: PrunedMark = {
    writer,
    sequence,
    hash,
    before: "2026-02-01T00:00:00.000Z",
    at: "2026-03-01T00:00:00.000Z",
    ...(inForce && { keyInForce: idOf(inForce) }),
  };
  return by ? headSigner({ key: by.key }).sign(mark, "pruned") : mark;
}

/** The chain without its first records, with a mark in their place. */
export function prune(whole: Chain, sequence: number, by?: Keys, inForce?: Keys): Chain {
  const event = prunedEvent(markOf(whole, sequence, by, inForce));
  return { ...whole, events: [event, ...whole.events.slice(sequence)] };
}

/** The chains as a trail whose heads are written with their records. */
export function trailOf(chains: readonly Chain[], heads?: readonly unknown[]): AuditTrail {
  const events = chains.flatMap((one) => one.events);
  return {
    headsLag: false,
    heads: async () => heads ?? chains.map(({ head }) => head),
    events: () => events,
    newest: async () => events,
    close: async () => {},
  };
}
