// Until when the holder of a former key can sign that records were removed.
import { expect, test } from "vitest";
import { prunedEvent } from "../../src/trail/pruned-mark.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { chain, markOf, prune, trailOf, type Chain } from "./chains.ts";
import { newKeys, type Keys } from "./trails.ts";

const [a, b, c, stranger] = [newKeys(), newKeys(), newKeys(), newKeys()];

async function check(chains: readonly Chain[], keys: readonly Keys[], problem?: string): Promise<void> {
  const verdict = await verifyAudit(trailOf(chains), { keys: keys.map(({ publicKey }) => publicKey) });
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
  for (const other of [chain("other", b), chain("other", b, c)])
    await check([prune(main, 1, stranger, a), other], [a, b, c, stranger], "pruning_forged");
  // That `b` has replaced `a` says nothing of `c`.
  await check([prune(changed, 4, c, b), chain("other", c), chain("third", a, b)], [b, c]);
});

test("whoever goes back to a former key signs with it again", async () => {
  const back = chain("main", a, b, a, a);
  await check([prune(back, 5, a, a)], [a]);
  await check([prune(back, 1, b, a)], [a, b]);
  await check([prune(back, 5, b, a)], [a, b], "pruning_forged");
  // Its own chain says that `a` is in force, whatever another one says.
  await check([prune(back, 3, a, b), chain("other", a, b)], [a, b]);
  // Before the first change `a` was in force: that it was replaced later, and came back elsewhere, says nothing of that time.
  const { events, ...rest } = prune(changed, 4, b, b);
  const kept = { ...rest, events: [prunedEvent(markOf(changed, 1, a, a)), ...events] };
  await check([kept, chain("other", a, b, a, b)], [a, b]);
});
