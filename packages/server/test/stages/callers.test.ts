// How calls are refused: `entrance.test.ts`.
import { expect, test } from "vitest";
import { callers, type CallerWindow } from "../../src/pipeline/entrance/callers.ts";
import { fakeClock } from "../../src/testing.ts";
import { anna, ben } from "../sample.ts";

const minute = 60_000;

function open(limit: number, callsAtOnce = 100) {
  const clock = fakeClock();
  const known = new Map<string, CallerWindow>();
  const { enter } = callers({ attempts: { limit, perMs: minute }, callsAtOnce }, clock, known);
  /** A call that ends at once. */
  const attempt = (principal = anna, points = 1): string => {
    const entered = enter(principal, points);
    if (!entered.ok) return entered.why;
    entered.leave(true);
    return "entered";
  };
  return { clock, enter, attempt, known };
}

/** Calls of so many others, each in a window of its own, that have ended. */
function flood({ attempt }: Pick<ReturnType<typeof open>, "attempt">, count: number, name = "other"): void {
  for (let nr = 0; nr < count; nr++) attempt({ ...anna, id: `${name} ${nr}` });
}

test("so many points are spent in a window, and the next window begins with none", () => {
  const { attempt, clock } = open(3);
  expect([attempt(anna, 2), attempt(), attempt()]).toEqual(["entered", "entered", "attempts"]);
  expect(attempt(ben)).toBe("entered");
  clock.advance(minute - 1);
  expect(attempt()).toBe("attempts");
  clock.advance(1);
  expect([attempt(anna, 3), attempt()]).toEqual(["entered", "attempts"]);
});

test("who is refused learns when the window ends; a window, which refusals were recorded", () => {
  const { attempt, clock, enter } = open(1);
  const refused = () => {
    const entered = enter(anna, 1);
    return entered.ok ? "entered" : [entered.retryAfterMs, entered.isFirstOnRecord()];
  };
  attempt();
  clock.advance(1000);
  expect([refused(), refused()]).toEqual([
    [minute - 1000, true],
    [minute - 1000, false],
  ]);
  clock.advance(minute);
  attempt();
  expect(refused()).toEqual([minute, true]);
});

test("a call of more points than a window enters as its first", () => {
  const { attempt } = open(3);
  expect([attempt(anna, 9), attempt()]).toEqual(["entered", "attempts"]);
});

test("what succeeds gets its points back, in the window in which they were spent", () => {
  const { attempt, clock, enter } = open(2);
  const first = enter(anna, 2);
  expect(attempt()).toBe("attempts");
  if (first.ok) first.leave(false);
  expect(attempt(anna, 2)).toBe("entered");
  clock.advance(minute);
  const second = enter(anna, 2);
  clock.advance(minute);
  expect(attempt(anna, 2)).toBe("entered");
  if (second.ok) second.leave(false);
  expect(attempt()).toBe("attempts");
});

test("so many calls run at once, for whoever calls; a call that ends makes room", () => {
  const { enter } = open(1000, 2);
  const [first] = [enter(anna, 1), enter(anna, 1)];
  expect(enter(anna, 1)).toMatchObject({ ok: false, why: "calls_at_once", retryAfterMs: 1000 });
  expect(enter(undefined, 1)).toMatchObject({ ok: true });
  if (first?.ok) first.leave(false);
  expect(enter(anna, 1)).toMatchObject({ ok: true });
});

test("a clock that is put back begins a new window, and only then", () => {
  const { attempt, clock } = open(1);
  attempt();
  expect(attempt()).toBe("attempts");
  clock.advance(-1);
  expect(attempt()).toBe("entered");
  expect(attempt()).toBe("attempts");
});

test("nobody gets points or room back because ten thousand others call", () => {
  const bench = open(1, 1);
  const { attempt, clock, enter } = bench;
  attempt(anna);
  enter(ben, 1);
  flood(bench, 10_000);
  expect(attempt(anna)).toBe("attempts");
  clock.advance(minute);
  flood(bench, 10_000, "another");
  expect(enter(ben, 1)).toMatchObject({ ok: false, why: "calls_at_once" });
});

test("ten thousand callers are remembered, and then those who are active", () => {
  const bench = open(1);
  const { attempt, clock, enter, known } = bench;
  enter(ben, 1);
  flood(bench, 9999);
  expect(known.size).toBe(10_000);
  clock.advance(minute);
  attempt({ ...anna, id: "other 0" });
  expect(known.size).toBe(10_000);
  attempt(anna);
  expect(known.size).toBe(3);
});
