// How long a person is asked, and what ends it.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { answeredByPerson } from "../src/index.ts";
import { isAnswerTo } from "../src/ask/answered-by-person.ts";
import { awaitAnswer } from "../src/ask/await-answer.ts";
import { leavesOf } from "../src/ask/leaves.ts";
import { lazyLinkOffers } from "../src/ask/lazy-link-offers.ts";
import { linkOffers, type OfferedLink } from "../src/ask/offer-links.ts";
import type { Confirm, ConfirmRequest } from "../src/ask/request.ts";
import { yes } from "./harness.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"] }));
afterEach(() => void vi.useRealTimers());

const request = (more: object = {}): ConfirmRequest =>
  ({
    kind: "call",
    id: "1",
    expiresAt: new Date(Date.now() + 1000).toISOString(),
    view: [],
    ...more,
  }) as unknown as ConfirmRequest;

/** Asks, and returns the answer, what the listener heard, and the signal that the host got. */
function ask(confirm: Confirm | undefined, signal?: AbortSignal) {
  const heard: unknown[] = [];
  let given: AbortSignal | undefined;
  const listener = {
    asked: () => void heard.push("asked"),
    answered: (_: unknown, isYes: boolean) => void heard.push(isYes),
  };
  const asking: Confirm | undefined = confirm && ((shown, until) => ((given = until), confirm(shown, until)));
  const answer = awaitAnswer(request(), asking, listener, signal);
  return { answer, heard, given: () => given };
}

const never: Confirm = () => new Promise(() => {});

test("where there is nobody, nobody is told of a question", async () => {
  const { answer, heard } = ask(undefined);
  expect([await answer, heard]).toEqual(["unanswered", []]);
});

test("after an answer no timer is left, and what ends the call later is not told to the dialog", async () => {
  const call = new AbortController();
  const { answer, heard, given } = ask(yes, call.signal);
  expect(await answer).toMatchObject({ approved: true });
  expect([vi.getTimerCount(), heard]).toEqual([0, ["asked", true]]);
  call.abort();
  expect(given()?.aborted).toBe(false);
});

test("a question ends when it expires, and not before", async () => {
  const { answer, heard, given } = ask(never);
  await vi.advanceTimersByTimeAsync(999);
  expect([given()?.aborted, heard]).toEqual([false, ["asked"]]);
  await vi.advanceTimersByTimeAsync(1);
  expect([await answer, given()?.aborted, heard]).toEqual(["unanswered", true, ["asked", false]]);
});

test("a question ends with its call; that is no answer, and is told as none", async () => {
  const call = new AbortController();
  const { answer, heard, given } = ask(never, call.signal);
  call.abort();
  expect([await answer, given()?.aborted, heard]).toEqual(["unanswered", true, ["asked"]]);
  const late = ask(never, AbortSignal.abort());
  expect([await late.answer, late.given()?.aborted]).toEqual(["unanswered", true]);
});

test("a phrase counts with spaces around it, and is passed on without; one that nobody asked for does no harm", () => {
  const phrased = { kind: "call", id: "1", phrase: "delete f_1" } as const;
  expect(answeredByPerson(phrased, { yes: true, phrase: " delete f_1 " })).toEqual({
    approved: true,
    requestId: "1",
    phrase: "delete f_1",
  });
  const answer = { approved: true, requestId: "1", phrase: " delete f_1 " } as const;
  expect(isAnswerTo(request({ phrase: "delete f_1" }), answer)).toBe(true);
  expect(isAnswerTo(request(), answer)).toBe(true);
});

test("a value is a line with its path; what has none is no line", () => {
  expect([...leavesOf({ a: [true, false], b: { c: null }, d: [], e: {} })]).toEqual([
    "a[0] = yes",
    "a[1] = no",
    "b.c = nothing",
    "d = empty list",
    "e = empty object",
  ]);
  for (const value of [{}, [], "x", 1]) expect([...leavesOf(value)]).toEqual([]);
});

test("a page that nobody opens in time is not opened", async () => {
  vi.useRealTimers();
  const offer = linkOffers(() => new Promise(() => {}), 10);
  expect(await offer("https://office.example/", "")).toBe("unanswered");
});

test("a mentioned page is offered once, of a thousand pages; a server's words about it are cut", async () => {
  const offered: OfferedLink[] = [];
  const offer = linkOffers(async (link) => (offered.push(link), true), 1000);
  const page = (number: number): string => `https://office.example/${number}`;
  for (let number = 0; number < 1000; number++) await offer(page(number), "x".repeat(4001));
  expect(offered.at(-1)?.message).toHaveLength(4000);
  expect([await offer(page(0), "", true), await offer(page(999), "", true)]).toEqual(["refused", "refused"]);
  // One more than are known.
  expect(await offer(page(1000), "", true)).toBe("opened");
  expect([await offer(page(1000), "", true), await offer(page(0), "", true)]).toEqual(["refused", "opened"]);
});

test("a page that cannot be offered is refused, and the next one is offered", async () => {
  const offer = lazyLinkOffers(async () => true, 1000);
  expect(await offer("https://office.example/", undefined as unknown as string)).toBe("refused");
  expect(await offer("https://office.example/", "")).toBe("opened");
});
