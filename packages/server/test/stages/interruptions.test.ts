// Why a call no longer waits for its handler, and what the handler learns of it.
import { afterEach, expect, test, vi } from "vitest";
import { fixture, summary, tool, type Fixture } from "../sample.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const input = { text: "x" };
const inputSchema = { type: "object", properties: { text: {} }, additionalProperties: false };
const keyed = tool({ inputSchema, idempotency: { key: ["text"], ttlMs: 60_000 } });
const withoutEffects = tool({ sideEffects: [] });
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A server whose handler waits until the test lets it end, and the signal that it got. */
function open(given: Fixture = {}) {
  const { promise, resolve } = Promise.withResolvers<object>();
  const begun = Promise.withResolvers<AbortSignal>();
  const bench = fixture({
    execute: (_input, context) => {
      begun.resolve(context.signal);
      return promise;
    },
    ...given,
  });
  return { ...bench, running: () => begun.promise, finish: () => resolve({ id: "n" }) };
}

test.each([
  ["with effects", tool(), "failed outcome_unknown", "it is not known whether it took effect"],
  ["without effects", withoutEffects, "failed timeout", "was cut short because the server shuts down"],
])("a call %s is cut short when the server cannot wait any longer", async (_, given, expected, told) => {
  const { call, running, server } = open({ tools: [given] });
  const called = call("notes.create", input);
  const signal = await running();
  const closed = server.close({ graceMs: 0 });
  const outcome = await called;
  expect(summary(outcome)).toBe(expected);
  expect(outcome).toMatchObject({ failure: { message: expect.stringContaining(told) } });
  expect(signal.reason).toMatchObject({ name: "AbortError", message: "stopped" });
  await closed;
});

test("a call that has not begun when the server stops runs nothing", async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const asked = Promise.withResolvers<void>();
  const { call, ran, server } = open({
    tools: [tool({ requirements: ["range clear"] })],
    requirements: {
      "range clear": () => {
        asked.resolve();
        return promise;
      },
    },
  });
  const called = call("notes.create", input);
  await asked.promise;
  const closed = server.close({ graceMs: 0 });
  await new Promise((wait) => setTimeout(wait, 20));
  resolve(true);
  expect(summary(await called)).toBe("refused server_unavailable");
  expect(ran).toEqual([]);
  await closed;
});

test("a caller that is gone hears of no progress, and the handler learns why", async () => {
  const gone = new AbortController();
  const told: number[] = [];
  let tell = (_progress: number): void => {};
  let reason: unknown;
  const { call } = fixture({
    execute(_input, { progress, signal }) {
      tell = (nr) => progress({ progress: nr });
      signal.addEventListener("abort", () => (reason = signal.reason));
      tell(1);
      return new Promise(() => {});
    },
  });
  const onProgress = ({ progress }: { readonly progress: number }) => void told.push(progress);
  const called = call("notes.create", input, { onProgress, signal: gone.signal });
  while (told.length === 0) await turn();
  gone.abort();
  expect(summary(await called)).toBe("failed outcome_unknown");
  tell(2);
  expect(told).toEqual([1]);
  expect(reason).toMatchObject({ name: "AbortError", message: "cancelled" });
});

test("a keyed call of which nobody waits goes on for ten seconds", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const gone = new AbortController();
  const { call, running, finish } = open({ tools: [{ ...keyed, timeoutMs: 60_000 }] });
  const called = call("notes.create", input, { signal: gone.signal });
  const signal = await running();
  gone.abort();
  await turn();
  vi.advanceTimersByTime(9_999);
  await turn();
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(summary(await called)).toBe("failed outcome_unknown");
  expect(signal.reason).toMatchObject({ name: "AbortError", message: "cancelled" });
  finish();
});

test.each(["ended", "been cut short"])("nothing of a call is left when it has %s", async (how) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const added = vi.spyOn(EventTarget.prototype, "addEventListener");
  const removed = vi.spyOn(EventTarget.prototype, "removeEventListener");
  const gone = new AbortController();
  const { call, running, finish } = open();
  const [timers, before] = [vi.getTimerCount(), added.mock.calls.length];
  const called = call("notes.create", input, { signal: gone.signal });
  const signal = await running();
  const listened = added.mock.calls.slice(before).filter(([type]) => type === "abort");
  expect(listened).toHaveLength(2);
  if (how === "ended") finish();
  else gone.abort();
  await called;
  expect(vi.getTimerCount()).toBe(timers);
  for (const [, listener] of listened) expect(removed).toHaveBeenCalledWith("abort", listener);
  gone.abort();
  expect(signal.aborted).toBe(how !== "ended");
  finish();
});
