// A long call of a server with the engine: answered before it has ended, asked for again, cut short, continued.
import { startCluster, type Cluster } from "@proviso/postgres";
import type { JsonObject } from "@proviso/manifest";
import { Client } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { inSteps, type RunStep } from "../../server/src/api/steps.ts";
import type { HandlerTable } from "../../server/src/api/handler.ts";
import type { Store } from "../../server/src/api/ports.ts";
import { memoryStore } from "../../server/src/testing.ts";
import { anna, ben, fixture, summary, tool, type Ports } from "../../server/test/sample.ts";
import { dbos } from "../src/dbos.ts";

let cluster: Cluster;
let connectionString: string;
beforeAll(async () => {
  cluster = await startCluster();
  connectionString = await cluster.createDatabase();
});
afterAll(() => cluster?.remove());

const idempotency = { key: ["text"], ttlMs: 24 * 60 * 60_000 };

const undoInput = {
  type: "object",
  properties: { callId: {}, step: {} },
  required: ["callId", "step"],
};

/** A process whose handler waits in its second step until it is let go. */
async function start(
  store: Store = { ...memoryStore(), close: async () => {} },
  isUndone = false,
  keepMs?: number,
) {
  const kept = keepMs === undefined ? {} : { keepMs };
  const durable = await dbos({ connectionString, answerMs: 30, onWarning: () => {}, ...kept });
  const effects: string[] = [];
  const { promise: waits, resolve: letGo } = Promise.withResolvers<undefined>();
  const { promise: isInTwo, resolve: arrive } = Promise.withResolvers<undefined>();
  const handler = async ({ text }: JsonObject, { step }: { readonly step: RunStep }) => {
    const { id } = await step("one", {}, () => ({ id: `${String(text)} ${effects.push("one")}` }));
    if (String(text).startsWith("fails")) throw new TypeError(`of ${String(text)}`);
    await step("two", { id }, async (key) => {
      arrive(undefined);
      await waits;
      effects.push(`two ${key.split("/").at(-1)}`);
    });
    return { id };
  };
  const { call, server } = fixture({
    tools: [
      tool({ idempotency, timeoutMs: 60_000, ...(isUndone && { compensate: "notes.undo" }) }),
      tool({ name: "notes.undo", inputSchema: undoInput, idempotency: { ...idempotency, key: ["callId"] } }),
    ],
    handlers: {
      "notes.create": inSteps(handler),
      "notes.undo": ({ step }: JsonObject) => ({ id: String(effects.push(`undone ${String(step)}`)) }),
    } as unknown as HandlerTable<Ports>,
    durable,
    clock: { now: () => new Date() },
    store,
  });
  const close = () => server.close({ graceMs: 100 });
  onTestFinished(close);
  return { call, close, server, effects, isInTwo, letGo: () => letGo(undefined), store };
}

test("a long call is answered with its finished steps while it goes on, and then with its outcome", async () => {
  const { call, effects, isInTwo, letGo } = await start();
  const gone = new AbortController();
  expect(await call("notes.create", { text: "a" }, { signal: gone.signal })).toMatchObject({
    kind: "failed",
    failure: { code: "in_progress" },
  });
  gone.abort();
  await isInTwo;
  expect(await call("notes.create", { text: "a" })).toMatchObject({
    kind: "refused",
    failure: { code: "in_progress", details: { done: ["one"] } },
  });
  letGo();
  await expect
    .poll(() => call("notes.create", { text: "a" }))
    .toMatchObject({ kind: "completed", output: { id: "a 1" }, replayed: true });
  expect(effects).toEqual(["one", "two two"]);
});

test("a long call is a task of its caller alone, which tells its progress and then its outcome, once", async () => {
  const { call, effects, isInTwo, letGo, server } = await start();
  const { tasks } = server.waiting;
  const going = await call("notes.create", { text: "t" });
  const id = "goesOn" in going ? (going.goesOn ?? "") : "";
  await isInTwo;
  expect(await tasks?.begun?.(id, anna)).toMatchObject({ id, state: { kind: "working" } });
  expect(await tasks?.get(id, { principal: anna })).toMatchObject({
    state: { kind: "working", says: "Done: one." },
  });
  expect(await tasks?.get(id, { principal: ben })).toBeUndefined();
  expect(await tasks?.cancel(id, ben)).toBe(false);
  expect(await tasks?.has(id, ben)).toBe(false);
  // Its contract undoes nothing: the call goes on.
  expect(await tasks?.cancel(id, anna)).toMatch("needs a contract with `compensate`");
  letGo();
  await expect
    .poll(() => tasks?.get(id, { principal: anna }))
    .toMatchObject({ state: { kind: "completed", outcome: { kind: "completed", output: { id: "t 1" } } } });
  expect(effects).toEqual(["one", "two two"]);
});

test("a task is cancelled: no step begins, what was done is undone, and the task says so", async () => {
  const { call, effects, isInTwo, letGo, server } = await start(undefined, true);
  const { tasks } = server.waiting;
  const going = await call("notes.create", { text: "u" });
  const id = "goesOn" in going ? (going.goesOn ?? "") : "";
  await isInTwo;
  expect(await tasks?.cancel(id, anna)).toBe(true);
  letGo();
  const says = "The call was cancelled. Step 2, `two`, is undone. Step 1, `one`, is undone.";
  await expect
    .poll(() => tasks?.get(id, { principal: anna }))
    .toMatchObject({ state: { kind: "cancelled", says } });
  expect(effects).toEqual(["one", "two two", "undone two", "undone one"]);
});

test("a call that a stopping server cuts short runs nowhere else while its step goes on", async () => {
  const first = await start();
  expect(summary(await first.call("notes.create", { text: "b" }))).toBe("failed in_progress");
  await first.isInTwo;
  await first.close();
  const next = await start(first.store);
  next.letGo();
  expect(summary(await next.call("notes.create", { text: "b" }))).toBe("refused in_progress");
  first.letGo();
  await expect.poll(() => first.effects).toEqual(["one", "two two"]);
  expect(next.effects).toEqual([]);
  // It has ended there, and so has its lease.
  const word = async () => summary(await next.call("notes.create", { text: "b" }));
  await expect.poll(word).toMatch(/^(completed|replayed)$/);
  expect(next.effects).toEqual([]);
});

test("the engine forgets what has ended when its time is over, and a call that it has forgotten still goes on", async () => {
  const database = new Client(connectionString);
  await database.connect();
  onTestFinished(() => database.end());
  const count = async (): Promise<readonly number[]> => {
    const tables = ["workflow_status", "operation_outputs", "workflow_input", "workflow_output"];
    const sums = tables.map((table) => `select count(*)::int as sum from dbos.${table}`);
    const { rows } = await database.query<{ readonly sum: number }>(sums.join(" union all "));
    return rows.map(({ sum }) => sum);
  };
  const first = await start();
  await first.call("notes.create", { text: "f" });
  first.letGo();
  await expect
    .poll(async () => summary(await first.call("notes.create", { text: "f" })))
    .toMatch(/^(completed|replayed)$/);
  await first.close();
  const before = await count();
  const second = await start(first.store);
  expect(await count()).toEqual(before);
  expect(summary(await second.call("notes.create", { text: "g" }))).toBe("failed in_progress");
  await second.isInTwo;
  await second.close();
  const third = await start(first.store, false, 0);
  expect(await count()).toEqual([0, 0, 0, 0]);
  second.letGo();
  const word = async () => summary(await third.call("notes.create", { text: "g" }));
  await expect.poll(word).toMatch(/^(completed|replayed)$/);
  expect([second.effects, third.effects]).toEqual([["one", "two two"], []]);
});

test("what the engine stores tells no input, result or error", async () => {
  const { call, letGo } = await start();
  letGo();
  await call("notes.create", { text: "secret-1" });
  await call("notes.create", { text: "fails secret-2" });
  const database = new Client(connectionString);
  await database.connect();
  onTestFinished(() => database.end());
  const { rows } = await database.query(
    "select w::text from dbos.workflow_status w union all select o::text from dbos.operation_outputs o",
  );
  expect(rows.length).toBeGreaterThan(3);
  expect(JSON.stringify(rows)).not.toMatch(/secret/);
});

test.each([Infinity, NaN, -1, 0.5])(
  "the engine does not begin if it is to keep what has ended for %d ms",
  async (keepMs) => {
    await expect(dbos({ connectionString, keepMs })).rejects.toThrow("`keepMs` must be a whole number");
  },
);
