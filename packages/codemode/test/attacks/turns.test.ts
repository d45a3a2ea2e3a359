import { expect, test } from "vitest";
import { inTurn } from "../../src/sandbox/turns.ts";

test("of a caller's programs two run at once, of all eight, and one that is aborted waits no longer", async () => {
  const never = new AbortController().signal;
  const held: (() => void)[] = [];
  const begun: string[] = [];
  const start = (caller: string, signal = never): Promise<void> =>
    inTurn(caller, signal, async () => {
      begun.push(caller);
      await new Promise<void>((resolve) => held.push(resolve));
    });
  const aborts = new AbortController();
  const all = [start("a"), start("a"), start("a", aborts.signal), start("a")];
  all.push(...["b", "b", "c", "c", "d", "d", "e"].map((caller) => start(caller)));
  await new Promise(setImmediate);
  expect(begun.join("")).toBe("aabbccdd");
  aborts.abort();
  await new Promise(setImmediate);
  expect(begun.join("")).toBe("aabbccdda");
  for (let rounds = 0; held.length > 0; rounds++) {
    for (const release of held.splice(0)) release();
    await new Promise(setImmediate);
  }
  await Promise.all(all);
  expect(begun.toSorted().join("")).toBe("aaaabbccdde");
});
