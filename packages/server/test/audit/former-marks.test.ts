// Until when the holder of a former key can sign that records were removed.
import { expect, test } from "vitest";
import { genesis, type ChainState } from "../../src/trail/chain-entry.ts";
import { chainGroup } from "../../src/trail/chain-group.ts";
import { readEvent } from "../../src/trail/cloud-event.ts";
import { headSigner, type AuditHead } from "../../src/trail/head.ts";
import { prunedEvent, type PrunedMark } from "../../src/trail/pruned-mark.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { entry, newKeys, type Keys } from "./trails.ts";

const [a, b, c, stranger] = [newKeys(), newKeys(), newKeys(), newKeys()];
const idOf = ({ key }: Keys): string => headSigner({ key }).keyId;

interface Chain {
  readonly writer: string;
  readonly events: readonly unknown[];
  readonly head: AuditHead;
}

/** A record by each key in turn, after one that introduces the key where it is another than before. */
function chain(writer: string, ...signers: readonly Keys[]): Chain {
  const events: unknown[] = [];
  let last: ChainState = genesis;
  let head: AuditHead = { writer, ...genesis };
  for (const [index, { key }] of signers.entries()) {
    const formerKeys = signers.slice(0, index).map((one) => one.key);
    const group = chainGroup([entry(`${index}`)], writer, last, headSigner({ key, formerKeys }));
    events.push(...(JSON.parse(JSON.stringify(group.events)) as unknown[]));
    last = head = group.head;
  }
  return { writer, events, head };
}

/** The chain without its first records, in whose place there is a mark that says which key was in force. */
function prune({ writer, events, head }: Chain, sequence: number, by: Keys, inForce?: Keys): Chain {
  const { hash = "" } = readEvent(events[sequence - 1]) ?? {};
  const mark: PrunedMark = {
    writer,
    sequence,
    hash,
    before: "2026-02-01T00:00:00.000Z",
    at: "2026-03-01T00:00:00.000Z",
    ...(inForce && { keyInForce: idOf(inForce) }),
  };
  const event = prunedEvent(headSigner({ key: by.key }).sign(mark, "pruned"));
  return { writer, events: [event, ...events.slice(sequence)], head };
}

async function check(chains: readonly Chain[], keys: readonly Keys[], problem?: string): Promise<void> {
  const events = chains.flatMap((one) => one.events);
  const trail = {
    headsLag: false,
    heads: async () => chains.map(({ head }) => head),
    events: () => events,
    newest: async () => events,
    close: async () => {},
  };
  const verdict = await verifyAudit(trail, { keys: keys.map(({ publicKey }) => publicKey) });
  expect(verdict.ok ? undefined : verdict.problem).toBe(problem);
}

/** Records 1 and 2 by `a`, 3 introduces `b`, 4 and 5 by `b`. */
const changed = chain("main", a, a, b, b);

test("a mark by a former key counts for what comes before its change, if the key is given", async () => {
  for (const sequence of [1, 2]) {
    await check([prune(changed, sequence, a, a)], [a, b]);
    await check([prune(changed, sequence, a, a)], [b], "pruning_forged");
    await check([prune(changed, sequence, b, a)], [b]);
  }
});

test("a mark by a former key counts for nothing after its change, whatever it says", async () => {
  for (const sequence of [3, 4]) {
    await check([prune(changed, sequence, a, b)], [a, b], "pruning_forged");
    await check([prune(changed, sequence, a)], [a, b], "pruning_forged");
    await check([prune(changed, sequence, a, a)], [a, b], "key_not_introduced");
    await check([prune(changed, sequence, b, b)], [a, b]);
  }
});

test("nor does it where another chain still has its change", async () => {
  const other = chain("other", a, b);
  await check([changed, other], [a, b]);
  for (const keyInForce of [b, undefined])
    await check([prune(changed, 4, a, keyInForce), other], [a, b], "pruning_forged");
  const later = chain("main", a, b, c, c);
  const twice = chain("other", a, b, c);
  await check([prune(later, 5, a, c), twice], [a, c], "pruning_forged");
  await check([prune(later, 3, a, b), twice], [a, c], "pruning_forged");
  await check([prune(later, 3, b, b), twice], [b, c]);
});

test("a process may prune what others wrote: the key of another chain counts, former or not, a stranger's does not", async () => {
  const main = chain("main", a, a, a);
  await check([prune(main, 1, b, a), chain("other", b)], [a, b]);
  await check([prune(main, 1, b, a), chain("other", b, c)], [a, b, c]);
  await check([prune(main, 1, stranger, a), chain("other", b)], [a, b, stranger], "pruning_forged");
});

test("whoever goes back to a former key signs with it again", async () => {
  const back = chain("main", a, b, a, a);
  await check([prune(back, 5, a, a)], [a]);
  await check([prune(back, 1, b, a)], [a, b]);
  await check([prune(back, 5, b, a)], [a, b], "pruning_forged");
});
