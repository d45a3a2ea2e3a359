// What a process remembers of pauses, by a clock that the test sets.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { isStopped } from "../../../server/src/pauses/pause-scope.ts";
import { lastPauseOf, maxAgeMs, pauseOf, pausesIn } from "../../../server/src/pauses/pauses.ts";
import type { Store } from "../../../server/src/api/ports.ts";
import { memoryStore } from "../../../server/src/testing.ts";
import { anna, tool } from "../sample.ts";
import { valueSeal } from "../../../server/src/seals/sealed-value.ts";

const seal = valueSeal([new Uint8Array(32).fill(7)]);

const call = { contract: tool(), principal: anna };

beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
afterEach(() => void vi.useRealTimers());
const pass = (ms: number): void => void vi.advanceTimersByTime(ms);

/** Two processes with one store; the second is told through it. */
function twoProcesses(change: (store: Store) => Store = (store) => store) {
  const store = memoryStore();
  const clock = { now: () => new Date() };
  return { here: pausesIn(store, clock, seal, {}), there: pausesIn(change(store), clock, seal, {}) };
}

test("a process that was idle for two seconds reads what is paused before it lets a call through", async () => {
  expect(maxAgeMs).toBe(2000);
  const { here, there } = twoProcesses();
  expect(pauseOf(await there.recent(), call)).toBeUndefined();
  await here.pause("all", "olga", undefined);
  pass(maxAgeMs);
  expect(pauseOf(await there.recent(), call)).toMatchObject({ scope: "all" });
});

test("until then what it remembers counts, and the first call after a second reads again beside it", async () => {
  const { here, there } = twoProcesses();
  await there.recent();
  await here.pause("all", "olga", undefined);
  pass(maxAgeMs - 1);
  expect(pauseOf(await there.recent(), call)).toBeUndefined();
  await vi.waitFor(async () => expect(pauseOf(await there.recent(), call)).toBeDefined(), {
    timeout: 120_000,
  });
});

test("a call does not take the result of a read that began before a pause and took longer than two seconds", async () => {
  let answer: () => void = () => {};
  let isSlow = false;
  const { here, there } = twoProcesses((store) => ({
    ...store,
    async get(key) {
      const found = await store.get(key);
      if (isSlow) await new Promise<void>((resolve) => (answer = resolve));
      return found;
    },
  }));
  await there.recent();
  pass(1500);
  isSlow = true;
  // Reads beside a call that it does not hold up.
  await there.recent();
  await vi.waitFor(() => expect(answer.length).toBe(1), { timeout: 120_000 });
  isSlow = false;
  await here.pause("all", "olga", undefined);
  pass(maxAgeMs);
  const late = there.recent();
  answer();
  expect(pauseOf(await late, call)).toMatchObject({ scope: "all" });
});

test.each(["region:eu", "everything", "constructor:x", "all:notes", "tool:", "tenant:", "effect:", ""])(
  "a scope that this version does not understand stops every call: %j",
  (scope) => {
    expect(isStopped(scope, call)).toBe(true);
    const pauses = [{ scope, number: 3, since: 0, by: "olga" }];
    expect(pauseOf({ last: 3, pauses }, call)).toMatchObject({ scope });
    // Approvals from before it are void as well.
    expect(lastPauseOf({ last: 3, pauses }, call)).toBe(3);
  },
);

test.each([
  ["refunds", "effect:pays", true],
  ["pays", "effect:refunds", false],
  ["sends", "effect:pays", false],
] as const)("a tool that %s is stopped by %s: %s", (kind, scope, isStoppedByIt) => {
  const effect = { kind, description: "moves money", external: true, reversible: false };
  const paying = { ...call, contract: { ...call.contract, sideEffects: [effect] } };
  expect(isStopped(scope, paying)).toBe(isStoppedByIt);
});
