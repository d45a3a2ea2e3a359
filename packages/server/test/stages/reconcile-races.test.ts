// An unknown outcome that is found out while something else happens: other processes, handlers that end late, lost records.
import { expect, test } from "vitest";
import { fakeClock, memoryStore } from "../../src/testing.ts";
import { afterDeath, create, find, input, never, reconciled, type Given } from "../reconciled.ts";
import { anna, summary, tool } from "../sample.ts";

const idempotencyKey = "k";
const replayed = { kind: "completed", tool: "notes.create", output: { id: "id of a" }, replayed: true };
const brief = [tool({ ...create, timeoutMs: 20 }), find];

test("a write whose caller left is looked up all the same, and is on record", async () => {
  const controller = new AbortController();
  const server = reconciled({
    write: (act) => {
      act();
      setImmediate(() => controller.abort());
      return never();
    },
  });
  const outcome = await server.call("notes.create", input, { signal: controller.signal });
  expect(outcome).toEqual({ ...replayed, replayed: false });
});

test("a call whose process died and that is not found stays unknown, and is not run again", async () => {
  const { next, ledger, first } = await afterDeath(() => {});
  const server = next();
  const repeat = async () => summary(await server.call("notes.create", input, { idempotencyKey }));
  expect([await repeat(), await repeat()]).toEqual(["refused outcome_unknown", "refused outcome_unknown"]);
  // Its write was under way, and arrives now.
  ledger.set(first.audit.records[0]?.callId ?? "", "a");
  expect(await repeat()).toBe("replayed");
  expect(server.wrote).toEqual([]);
});

test("a call with its own key and the contract's settles by either, and stores it under both", async () => {
  const keyed = tool({ ...create, timeoutMs: 20, idempotency: { key: ["text"], ttlMs: 60 * 60_000 } });
  const server = reconciled({ tools: [keyed, find], write: never });
  const call = async (key: object) => summary(await server.call("notes.create", input, key));
  expect(await call({ idempotencyKey })).toBe("failed outcome_unknown");
  server.ledger.set(server.audit.records[0]?.callId ?? "", "a");
  const words = [await call({}), await call({ idempotencyKey: "other" }), await call({ idempotencyKey })];
  expect([...words, await call({ idempotencyKey })]).toEqual(Array(4).fill("replayed"));
  expect(server.wrote).toHaveLength(1);
  expect(server.asked).toHaveLength(3);
});

test("a handler that ends after its effect was found neither frees the key nor changes the outcome", async () => {
  for (const end of ["refuses", "completes", "breaks"] as const) {
    for (const isFoundAtOnce of [true, false]) {
      const handler = Promise.withResolvers<object>();
      const callIds: string[] = [];
      const server = reconciled({
        tools: brief,
        write(act, { callId, fail }) {
          callIds.push(callId);
          if (isFoundAtOnce) act();
          return handler.promise.catch(() =>
            Promise.reject(end === "refuses" ? fail["diskBusy"]?.() : Error()),
          );
        },
      });
      const repeat = async () => await server.call("notes.create", input, { idempotencyKey });
      const first = summary(await repeat());
      expect(first).toBe(isFoundAtOnce ? "completed" : "failed outcome_unknown");
      server.ledger.set(callIds[0] ?? "", "a");
      expect(await repeat()).toEqual(replayed);
      if (end === "completes") handler.resolve({ id: "another" });
      else handler.reject(Error());
      await new Promise((resolve) => setTimeout(resolve, 10));
      expect(await repeat()).toEqual(replayed);
      expect(server.wrote).toHaveLength(1);
      const settlements = server.audit.records.filter(({ kind }) => kind === "settlement");
      if (isFoundAtOnce) expect(settlements).toEqual([]);
    }
  }
});

test("a process that was cut off and comes back does not bring the doubt back", async () => {
  const clock = fakeClock();
  const [store, ledger] = [memoryStore({ clock }), new Map<string, string>()];
  for (const end of [{ id: 7 }, { id: "another" }]) {
    const handler = Promise.withResolvers<object>();
    const started = Promise.withResolvers<void>();
    const given: Given = { clock, store, ledger };
    // Its reader is cut off as well.
    const first = reconciled({
      ...given,
      read: () => Promise.reject(Error()),
      write(act) {
        act();
        started.resolve();
        return handler.promise;
      },
    });
    const key = { idempotencyKey: JSON.stringify(end) };
    const cutOff = first.call("notes.create", input, key);
    await started.promise;
    clock.advance(60_000);
    const second = reconciled(given);
    expect(await second.call("notes.create", input, key)).toEqual(replayed);
    handler.resolve(end);
    await cutOff;
    expect(await second.call("notes.create", input, key)).toEqual(replayed);
    expect(second.asked).toHaveLength(1);
  }
});

test("an outcome is stored although the record of its key was lost meanwhile", async () => {
  const store = memoryStore({ clock: fakeClock() });
  let key = "";
  const server = reconciled({
    store: { ...store, insert: (...all) => store.insert(...([key] = all)) },
    write(act) {
      act();
      return store.delete(key).then(() => ({ id: "id of a" }));
    },
  });
  const repeat = async () => summary(await server.call("notes.create", input, { idempotencyKey }));
  expect([await repeat(), await repeat()]).toEqual(["completed", "replayed"]);
});

test("a record that is gone when the effect is found is written again", async () => {
  const { next, store } = await afterDeath((act) => act());
  let key = "";
  const server = next({
    store: {
      ...store,
      async replace(...all) {
        key = all[0];
        await store.delete(key);
        return store.replace(...all);
      },
    },
  });
  const repeat = async () => summary(await server.call("notes.create", input, { idempotencyKey }));
  expect([await repeat(), await repeat()]).toEqual(["replayed", "replayed"]);
  expect([await store.get(key), server.wrote]).toEqual([expect.anything(), []]);
});

test("a record that somebody else has written meanwhile stays", async () => {
  const { next, store } = await afterDeath((act) => act());
  const theirs = { state: "held", callId: "another", outlivesLeaseMs: 0, fingerprint: "" };
  let key = "";
  const server = next({
    store: {
      ...store,
      async replace(...all) {
        key = all[0];
        await store.put(key, theirs, all[3] ?? new Date());
        return store.replace(...all);
      },
    },
  });
  expect(await server.call("notes.create", input, { idempotencyKey })).toEqual(replayed);
  expect((await store.get(key))?.value).toEqual(theirs);
});

test("the reading call is on record in the same trace, and says which call it was asked about", async () => {
  const { next, first } = await afterDeath((act) => act());
  const server = next();
  await server.call("notes.create", input, {
    idempotencyKey,
    traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
  });
  const { records } = server.audit;
  const outcome = records.find(({ kind, tool: name }) => kind === "outcome" && name === "notes.create");
  const reading = records.filter(({ tool: name }) => name === "notes.find");
  expect(outcome).toMatchObject({ outcome: "completed", replayed: true, reconciled: "notes.find" });
  expect(reading).toMatchObject([
    { kind: "intent", principal: { id: "anna" }, input: { callId: first.audit.records[0]?.callId } },
    { kind: "outcome", outcome: "completed" },
  ]);
  expect(new Set(records.map(({ traceparent }) => traceparent)).size).toBe(1);
});

test("a call in progress elsewhere is not looked up", async () => {
  const handler = Promise.withResolvers<object>();
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const first = reconciled({ clock, store, write: (act) => (act(), handler.promise) });
  const call = first.call("notes.create", input, { idempotencyKey });
  while (first.wrote.length === 0) await new Promise((resolve) => setImmediate(resolve));
  const second = reconciled({ clock, store, ledger: first.ledger });
  const outcome = await second.call("notes.create", input, { idempotencyKey });
  expect([summary(outcome), second.asked]).toEqual(["refused in_progress", []]);
  handler.resolve({ id: "n" });
  await call;
});

test("who may not make the call any more learns nothing of it", async () => {
  const { next } = await afterDeath((act) => act());
  const server = next();
  const stranger = server.callAs({ ...anna, permissions: [] });
  const outcome = await stranger("notes.create", input, { idempotencyKey });
  expect([summary(outcome), server.asked]).toEqual(["refused permission_denied", []]);
});
