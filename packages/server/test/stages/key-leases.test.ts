// How a process holds the key of a call, and what it does when the store fails meanwhile.
import { afterEach, expect, test, vi } from "vitest";
import type { Store, StoredValue } from "../../src/api/ports.ts";
import { equalCalls } from "../../src/pipeline/replay/equal-calls.ts";
import { fixture, highRisk, summary, tool, type Fixture } from "../sample.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const second = 1000;
const day = 24 * 60 * 60 * second;
const inputSchema = { type: "object", properties: { text: {} }, additionalProperties: false };
const idempotency = { key: ["text"], ttlMs: day };
const keyed = { inputSchema, idempotency };
const input = { text: "a" };

const onlyTimers = () =>
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"] });
const turns = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
};

/** A server whose handler waits until the test lets it end. */
function open(given: Fixture = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<object>();
  const begun = Promise.withResolvers<void>();
  const bench = fixture({
    tools: [tool(keyed)],
    execute: () => {
      begun.resolve();
      return promise;
    },
    ...given,
  });
  return { ...bench, begun: begun.promise, finish: () => resolve({ id: "n" }), fail: reject };
}

/** What is kept under the key of the only call. */
async function recordIn({ list }: Store): Promise<StoredValue | undefined> {
  return (await list?.("call:"))?.[0];
}

test("while a call runs its lease is renewed every five seconds, and no longer", async () => {
  onlyTimers();
  const { begun, call, clock, finish, store } = open({ tools: [tool({ ...keyed, timeoutMs: day })] });
  const before = vi.getTimerCount();
  const called = call("notes.create", input);
  await begun;
  const other = fixture({ tools: [tool(keyed)], store, clock });
  for (let passed = 0; passed < 60; passed += 5) {
    clock.advance(5 * second);
    vi.advanceTimersByTime(5 * second);
    await turns();
  }
  expect(summary(await other.call("notes.create", input))).toBe("refused in_progress");
  finish();
  expect(summary(await called)).toBe("completed");
  expect(vi.getTimerCount()).toBe(before);
  expect(summary(await other.call("notes.create", input))).toBe("replayed");
});

test("a call that is refused, or of which nothing is known, renews its lease no more", async () => {
  onlyTimers();
  const ports = (): never => {
    throw new Error("none");
  };
  const unreadable = tool({ ...keyed, outputSchema: { $ref: "#/$defs/nowhere" } });
  for (const given of [{ tools: [tool({ ...keyed, ...highRisk })] }, { ports }, { tools: [unreadable] }]) {
    const { call } = fixture({ tools: [tool(keyed)], ...given });
    const before = vi.getTimerCount();
    await call("notes.create", input);
    expect(vi.getTimerCount()).toBe(before);
  }
});

test("a key that was renewed before its call began is free when its process has died", async () => {
  onlyTimers();
  let isAsked = (): void => {};
  const asked = new Promise<void>((resolve) => (isAsked = resolve));
  const tools = [
    tool({ ...keyed, timeoutMs: day, dryRun: { mode: "supported", preview: { type: "object" } } }),
  ];
  const dying = fixture({ tools, plan: () => (isAsked(), new Promise(() => {})) });
  void dying.call("notes.create", input);
  await asked;
  vi.advanceTimersByTime(5 * second);
  await turns();
  dying.clock.advance(20 * second);
  const { call } = fixture({ tools: [tool(keyed)], store: dying.store, clock: dying.clock });
  expect(summary(await call("notes.create", input))).toBe("completed");
});

test("the record of a call outlives its timeout, however short its outcome is kept", async () => {
  const { begun, call, clock, finish, store } = open({
    tools: [tool({ inputSchema, idempotency: { key: ["text"], ttlMs: second }, timeoutMs: 60 * second })],
  });
  const called = call("notes.create", input);
  await begun;
  const record = await recordIn(store);
  expect((record?.expiresAt.getTime() ?? 0) - clock.now().getTime()).toBe(180 * second);
  finish();
  await called;
});

test("a store that fails while a key is taken, and has taken it, frees it later", async () => {
  const { store } = fixture();
  let fails = true;
  const server = fixture({
    tools: [tool(keyed)],
    store: {
      ...store,
      async insert(key, ...given) {
        const isDone = await store.insert(key, ...given);
        if (!fails || !key.startsWith("call:")) return isDone;
        fails = false;
        throw new Error("no answer");
      },
    },
  });
  expect(summary(await server.call("notes.create", input))).toBe("refused server_unavailable");
  expect(summary(await server.call("notes.create", input))).toBe("refused in_progress");
  await expect.poll(async () => summary(await server.call("notes.create", input))).toBe("completed");
});

test("a store that fails while a key is freed is asked again", async () => {
  const { store } = fixture();
  let fails = 0;
  const server = fixture({
    tools: [tool({ ...keyed, ...highRisk })],
    store: {
      ...store,
      replace: (...given) => (fails-- > 0 ? Promise.reject(new Error("no answer")) : store.replace(...given)),
    },
  });
  await server.call("notes.create", { text: "first" });
  fails = 2;
  expect(summary(await server.call("notes.create", input))).toBe("refused confirmation_required");
  expect((await recordIn(store))?.value).not.toBeNull();
  await expect.poll(() => recordIn(store)).toBeUndefined();
});

test("of calls that compete for a key without end, one waits", async () => {
  const { store } = fixture();
  const tried: string[] = [];
  const { call, ran } = fixture({
    tools: [tool(keyed)],
    store: {
      ...store,
      async insert(key, ...given) {
        if (!key.startsWith("call:")) return store.insert(key, ...given);
        if (tried.push(key) > 100) throw new Error("it tries without end");
        return false;
      },
    },
  });
  expect(await call("notes.create", input)).toMatchObject({
    kind: "refused",
    failure: { code: "in_progress", details: { retryAfterMs: second } },
  });
  expect([tried.length, ran]).toEqual([3, []]);
});

test("the host is told of a late outcome that cannot be kept", async () => {
  const { store } = fixture();
  const faults: unknown[] = [];
  let isBroken = false;
  const { begun, call, finish } = open({
    tools: [tool({ ...keyed, timeoutMs: 20 })],
    store: {
      ...store,
      get: (...given) => (isBroken ? Promise.reject(new Error("no answer")) : store.get(...given)),
    },
    onFault: (error) => void faults.push(String(error)),
  });
  const called = call("notes.create", input);
  await begun;
  expect(summary(await called)).toBe("failed outcome_unknown");
  isBroken = true;
  finish();
  await expect.poll(() => faults).toEqual(["Error: no answer"]);
});

test("a late outcome of which nothing is kept any more is no fault", async () => {
  const faults: unknown[] = [];
  const { audit, begun, call, clock, finish } = open({
    tools: [tool({ ...keyed, timeoutMs: 20 })],
    onFault: (error) => void faults.push(String(error)),
  });
  const called = call("notes.create", input);
  await begun;
  await called;
  clock.advance(2 * day);
  finish();
  await expect.poll(() => audit.records.map(({ kind }) => kind)).toContain("settlement");
  await turns();
  expect(faults).toEqual([]);
});

test("an outcome that cannot be remembered is named in the audit", async () => {
  const { store } = fixture();
  const { audit, call } = fixture({
    tools: [tool(keyed)],
    store: { ...store, put: () => Promise.reject(new Error("full")) },
  });
  expect(summary(await call("notes.create", input))).toBe("completed");
  expect(audit.records[1]?.fault).toBe("the outcome could not be remembered");
});

test("a call that waits for an equal one gives up when its caller goes, and leaves nothing", async () => {
  const { begun, call, finish, ran } = open();
  const first = call("notes.create", input);
  await begun;
  const gone = new AbortController();
  const added = vi.spyOn(gone.signal, "addEventListener");
  const removed = vi.spyOn(gone.signal, "removeEventListener");
  const waiting = call("notes.create", input, { signal: gone.signal });
  await turns();
  gone.abort();
  expect(summary(await waiting)).toBe("refused in_progress");
  for (const [type, listener] of added.mock.calls) expect(removed).toHaveBeenCalledWith(type, listener);
  expect(added).toHaveBeenCalled();
  finish();
  expect(summary(await first)).toBe("completed");
  expect(ran).toEqual([input]);
});

test("a call that had its turn leaves no timer", async () => {
  onlyTimers();
  const { call } = fixture({ tools: [tool(keyed)] });
  const before = vi.getTimerCount();
  expect(summary(await call("notes.create", input))).toBe("completed");
  expect(vi.getTimerCount()).toBe(before);
});

test("a refusal says whether a call never reported or its outcome cannot be read", async () => {
  const dying = open();
  void dying.call("notes.create", input);
  await dying.begun;
  dying.clock.advance(20 * second);
  const { store, clock } = dying;
  const stateKeys = [new Uint8Array(32).fill(9)];
  const told = async (given: Fixture): Promise<string> => {
    const outcome = await fixture({ tools: [tool(keyed)], store, clock, ...given }).call(
      "notes.create",
      input,
    );
    return "failure" in outcome ? `${outcome.failure.code}: ${outcome.failure.message}` : outcome.kind;
  };
  expect(await told({})).toMatch(/^outcome_unknown: .* began and never reported/);
  expect(await told({ stateKeys })).toMatch(/^outcome_unknown: .* began and never reported/);
  const reads = [tool({ ...keyed, sideEffects: [], hints: { ...tool().hints, readOnlyHint: true } })];
  expect(await told({ stateKeys, tools: reads })).toMatch(/^outcome_unknown: .* began and never reported/);
  dying.finish();
  await expect.poll(() => told({})).toBe("completed");
  expect(await told({ stateKeys })).toMatch(/^outcome_unknown: .* can no longer be read/);
});

test("a stored outcome that was changed cannot be read, and nothing runs again", async () => {
  const { call, ran, store } = fixture({ tools: [tool(keyed)] });
  await call("notes.create", input);
  const [row] = (await store.list?.("call:")) ?? [];
  if (!row) throw new Error("nothing is stored");
  const { key, value, revision, expiresAt } = row;
  await store.replace(key, revision, { ...(value as object), outcome: "x" }, expiresAt);
  expect(await call("notes.create", input)).toMatchObject({
    failure: { code: "outcome_unknown", message: expect.stringContaining("can no longer be read") },
  });
  expect(ran).toHaveLength(1);
});

test("a failure is told again as it was, under another contract too", async () => {
  const first = fixture({ tools: [tool(keyed)], execute: () => Promise.reject(new Error("undeclared")) });
  const failed = await first.call("notes.create", input);
  expect(summary(failed)).toBe("failed outcome_unknown");
  const { store, clock } = first;
  for (const given of [{}, { title: "Another" }]) {
    const again = fixture({ tools: [tool({ ...keyed, ...given })], store, clock });
    expect(await again.call("notes.create", input)).toStrictEqual(failed);
    expect(again.ran).toEqual([]);
  }
});

test("equal calls take turns, and their name is forgotten with the last", async () => {
  const forgotten = vi.spyOn(Map.prototype, "delete");
  const names = () => forgotten.mock.calls.flat().filter((name) => name === "equal");
  const { enter } = equalCalls();
  const [one, another] = [enter("equal"), enter("equal")];
  one.leave();
  await another.turn;
  await turns();
  expect(names()).toEqual([]);
  another.leave();
  await turns();
  expect(names()).toEqual(["equal"]);
});
