import { expect, test } from "vitest";
import { fakeClock, memoryStore } from "../../src/testing.ts";
import { fixture, summary, tool } from "../sample.ts";

const day = 24 * 60 * 60_000;
const inputSchema = { type: "object", properties: { text: {}, more: {} }, additionalProperties: false };

/** Makes each call on a server of its own over one store, as after a deployment: its contract tells calls apart by these fields. */
async function deploy(
  steps: readonly (readonly [fields: readonly string[], input: object, expected: string])[],
) {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  let runs = 0;
  for (const [fields, input, expected] of steps) {
    const contract = tool({ inputSchema, idempotency: { key: [...fields], ttlMs: day } });
    const { call, ran } = fixture({ tools: [contract], clock, store });
    expect(summary(await call("notes.create", input))).toBe(expected);
    runs += ran.length;
  }
  return { clock, store, runs };
}

test("a call that was made before `idempotency.key` was changed does not run again", async () => {
  const { runs } = await deploy([
    [["text"], { text: "a", more: 1 }, "completed"],
    [["text", "more"], { text: "a", more: 1 }, "replayed"],
    [["text", "more"], { text: "a", more: 2 }, "completed"],
    [["more"], { text: "a", more: 1 }, "replayed"],
    [["text", "more"], { text: "a", more: 2 }, "replayed"],
  ]);
  expect(runs).toBe(2);
});

test("a former key is forgotten when what was done under it is", async () => {
  const { clock, store } = await deploy([[["text"], { text: "a" }, "completed"]]);
  clock.advance(2 * day);
  const contract = tool({ inputSchema, idempotency: { key: ["more"], ttlMs: day } });
  const { call } = fixture({ tools: [contract], clock, store });
  expect(summary(await call("notes.create", { text: "a" }))).toBe("completed");
});

const second = 1000;

/** A server that counts what it reads and writes of the keys of contracts. */
function counting() {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const counts = { reads: 0, writes: 0 };
  const counted = (key: string, what: keyof typeof counts): void => {
    if (key.startsWith("keys:")) counts[what]++;
  };
  const server = fixture({
    clock,
    tools: [tool({ inputSchema, idempotency: { key: ["text"], ttlMs: day } })],
    store: {
      ...store,
      get: (key) => (counted(key, "reads"), store.get(key)),
      insert: (key, ...given) => (counted(key, "writes"), store.insert(key, ...given)),
      replace: (key, ...given) => (counted(key, "writes"), store.replace(key, ...given)),
    },
  });
  let calls = 0;
  const call = () => server.call("notes.create", { text: `${++calls}` });
  const keptMs = async () =>
    ((await store.list?.("keys:"))?.[0]?.expiresAt.getTime() ?? 0) - clock.now().getTime();
  return { call, clock, counts, keptMs, store };
}

test("the keys of a contract are read again after thirty seconds, and when the clock is put back", async () => {
  const { call, clock, counts } = counting();
  const readsAfter = async (ms: number) => {
    clock.advance(ms);
    await call();
    return counts.reads;
  };
  expect([await readsAfter(0), await readsAfter(0), await readsAfter(30 * second - 1)]).toEqual([1, 1, 1]);
  expect([await readsAfter(1), await readsAfter(0), await readsAfter(-1), await readsAfter(0)]).toEqual([
    2, 2, 3, 3,
  ]);
});

test("they are written for twice the time for which outcomes are kept, and again after half of that", async () => {
  const { call, clock, counts, keptMs } = counting();
  await call();
  expect([counts.writes, await keptMs()]).toEqual([1, 2 * day]);
  clock.advance(day);
  await call();
  expect(counts.writes).toBe(1);
  clock.advance(1);
  await call();
  expect([counts.writes, await keptMs()]).toEqual([2, 2 * day]);
});

test("the keys of a contract that kept its outcomes longer stay as long", async () => {
  const { call, clock, keptMs, store } = counting();
  await call();
  const shorter = tool({ inputSchema, idempotency: { key: ["more"], ttlMs: second } });
  await fixture({ tools: [shorter], clock, store }).call("notes.create", { text: "z" });
  expect(await keptMs()).toBe(2 * day);
});

test("where they change faster than they can be read, nothing runs", async () => {
  const { store, clock } = counting();
  let tried = 0;
  const { audit, call, ran } = fixture({
    clock,
    tools: [tool({ inputSchema, idempotency: { key: ["text"], ttlMs: day } })],
    store: {
      ...store,
      insert: async (key, ...given) => {
        if (!key.startsWith("keys:")) return store.insert(key, ...given);
        if (++tried > 100) throw new Error("it tries without end");
        return false;
      },
    },
  });
  expect(summary(await call("notes.create", { text: "a" }))).toBe("refused internal_error");
  expect([tried, ran]).toEqual([10, []]);
  expect(audit.records[1]?.fault).toBe("the pipeline threw Error");
});
