// Which marks of a pruned trail are signed anew before the record goes that introduced the key in force.
import { expect, test } from "vitest";
import { checkSignature, headKeys, headSigner } from "../../src/trail/head.ts";
import { keptMarks, type KeptMarks } from "../../src/trail/kept-marks.ts";
import { prunedEvent } from "../../src/trail/pruned-mark.ts";
import { chain, idOf, markOf, prune, trailOf, type Chain } from "./chains.ts";
import { newKeys } from "./trails.ts";

const [a, b] = [newKeys(), newKeys()];
const signer = headSigner({ key: b.key });

const marksIn = async (...chains: readonly Chain[]): Promise<KeptMarks> => keptMarks(trailOf(chains));

test("the marks of a former key are signed anew, beside those that are not", async () => {
  const main = chain("main", a, a, b, b);
  const marks = [markOf(main, 1, a, a), markOf(main, 2, b, a)];
  const events = [...marks.map(prunedEvent), ...main.events.slice(2)];
  const { isCurrent, signedAnew } = await marksIn({ ...main, events }, prune(chain("other", b, b), 1, b, b));
  expect([isCurrent(idOf(a)), isCurrent(idOf(b))]).toEqual([false, true]);
  const { count, chains } = signedAnew(signer);
  expect(count).toBe(1);
  // The other writer has none of a former key, so none of its marks is written again.
  expect(chains.map((one) => one.map(({ writer, sequence, keyId }) => [writer, sequence, keyId]))).toEqual([
    [
      ["main", 1, idOf(b)],
      ["main", 2, idOf(b)],
    ],
  ]);
  expect(chains[0]?.[1]).toEqual(marks[1]);
  for (const mark of chains.flat()) expect(checkSignature(mark, headKeys([b.key]), "pruned")).toBe("valid");
});

test("a key that another chain has replaced is a former one", async () => {
  const { isCurrent } = await marksIn(chain("main", a, a), chain("other", a, b));
  expect([isCurrent(idOf(a)), isCurrent(idOf(b))]).toEqual([false, true]);
});

test("a key that its chain has gone back to is in force", async () => {
  const { isCurrent } = await marksIn(chain("main", a, b, a));
  expect([isCurrent(idOf(a)), isCurrent(idOf(b))]).toEqual([true, false]);
});

test("without keys nothing is former, also beside a chain with one; a mark without signature is, where all chains are signed", async () => {
  const signed = chain("main", b, b);
  const { head, ...records } = chain("plain", a, a);
  const { keyId: _keyId, signature: _signature, ...plainHead } = head;
  const plain = prune({ ...records, head: plainHead }, 1);
  expect((await marksIn(signed, plain)).signedAnew(signer)).toEqual({ count: 0, chains: [] });
  const unsigned = prune(signed, 1);
  expect((await marksIn(unsigned)).signedAnew(signer).count).toBe(1);
  // Something else than a head says nothing of keys.
  const damaged = await keptMarks(trailOf([unsigned], ["damaged", unsigned.head]));
  expect(damaged.signedAnew(signer).count).toBe(1);
});
