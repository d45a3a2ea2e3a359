// Attack 33 of the list: a caller floods the store of approvals.
import { DatabaseSync } from "node:sqlite";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { ApprovalNotice } from "../../src/api/approval-notice.ts";
import type { Store } from "../../../server/src/api/ports.ts";
import { sqliteStore } from "../../../server/src/stores/sqlite.ts";
import { fakeClock, memoryStore } from "../../../server/src/testing.ts";
import { anna, ben, summary } from "../sample.ts";
import { annaHerself, carla, inboxFixture, input, waitFor } from "./people.ts";

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Counts what is asked of a store, and the values that come back. */
function counted(store: Store) {
  const count = { operations: 0, rows: 0, lists: 0, written: new Set<string>() };
  const one = <Result>(act: () => Promise<Result>): Promise<Result> => (count.operations++, act());
  const noted = (key: string): string => (count.written.add(key), key);
  const counting: Store = {
    get: (...given) => one(() => store.get(...given)),
    insert: (key, ...given) => one(() => store.insert(noted(key), ...given)),
    put: (key, ...given) => one(() => store.put(noted(key), ...given)),
    replace: (...given) => one(() => store.replace(...given)),
    delete: (...given) => one(() => store.delete(...given)),
    increment: (...given) => one(() => store.increment(...given)),
    async list(...given) {
      const rows = await one(async () => (await store.list?.(...given)) ?? []);
      count.lists++;
      count.rows += rows.length;
      return rows;
    },
    close: () => store.close(),
  };
  const since = async (act: () => Promise<unknown>) => {
    const before = { ...count };
    await act();
    return {
      operations: count.operations - before.operations,
      rows: count.rows - before.rows,
      lists: count.lists - before.lists,
    };
  };
  return { store: counting, count, since };
}

async function endMany(server: ReturnType<typeof inboxFixture>, many: number): Promise<void> {
  for (let number = 0; number < many; number++) {
    const id = await waitFor(server, { text: `ended ${number}` });
    await server.desk.deny(id, annaHerself);
  }
}

test("an ask, a decision and a look at what waits cost the same after a hundred have ended", async () => {
  const clock = fakeClock();
  const { store, since } = counted(memoryStore({ clock }));
  const server = inboxFixture({ clock, store });
  const { desk: approvals } = server;
  const round = async (text: string) => [
    await since(() => waitFor(server, { text })),
    await since(() => approvals.glance(annaHerself)),
    await since(async () => approvals.list(annaHerself, { isOpen: true })),
  ];
  const before = await round("first");
  await endMany(server, 100);
  clock.advance(59 * 60_000);
  const after = await round("second");
  expect(before[0]?.rows).toBe(0);
  expect(after[0]?.rows).toBe(0);
  expect(after[0]?.operations).toBeLessThanOrEqual(before[0]?.operations ?? 0);
  // The one of the first round, which is still open, and that of the second.
  expect(before[2]?.rows).toBe(1);
  expect(after[2]?.rows).toBe(2);
});

test("approvals whose time is up are not read either, though nobody has looked at them", async () => {
  const clock = fakeClock();
  const { store, since } = counted(memoryStore({ clock }));
  const server = inboxFixture({ clock, store, approvals: { perCaller: 50 } });
  for (let number = 0; number < 50; number++) await waitFor(server, { text: `${number}` });
  clock.advance(60 * 60_000);
  const { rows } = await since(() => server.desk.list(annaHerself, { isOpen: true }));
  expect(rows).toBe(0);
  expect(await server.desk.list(annaHerself)).toHaveLength(50);
  await waitFor(server, { text: "anew" });
});

test("what exceeds the limit of a caller is never written, and costs two reads", async () => {
  const clock = fakeClock();
  const { store, count, since } = counted(memoryStore({ clock }));
  const server = inboxFixture({ clock, store });
  const ask = (text: string) => server.call("notes.create", { text });
  const words = (await Promise.all(Array.from({ length: 200 }, (_, number) => ask(`${number}`)))).map(
    summary,
  );
  expect(words.filter((each) => each === "refused approval_pending")).toHaveLength(20);
  expect(words.filter((each) => each === "refused rate_limit_exceeded")).toHaveLength(180);
  expect([...count.written].filter((key) => key.startsWith("pending:"))).toHaveLength(20);
  const refused = await since(() => ask("one more"));
  const accepted = await since(() => server.callAs(ben)("notes.create", input));
  expect(refused.operations).toBeLessThan(accepted.operations);
});

test.each(["deny", "use", "cancel", "expire"] as const)(
  "a place is free again after its approval has ended: %s",
  async (end) => {
    const server = inboxFixture({ approvals: { perCaller: 2, tasks: true } });
    const { desk: approvals } = server;
    const { waiting } = server.server;
    const ids = [await waitFor(server, { text: "1" }), await waitFor(server, { text: "2" })];
    expect(summary(await server.call("notes.create", { text: "3" }))).toBe("refused rate_limit_exceeded");
    for (const [at, id] of ids.entries()) {
      if (end === "deny") await approvals.deny(id, annaHerself);
      if (end === "use") {
        await approvals.approve(id, annaHerself);
        await server.call("notes.create", { text: `${at + 1}` });
      }
      if (end === "cancel") {
        await waiting.tasks?.open?.({ approval: id, createdAt: server.clock.now().getTime() } as never, {
          principal: anna,
        });
        await waiting.tasks?.cancel(id, anna);
      }
    }
    if (end === "expire") server.clock.advance(60 * 60_000);
    await waitFor(server, { text: "3" });
    await waitFor(server, { text: "4" });
    expect(summary(await server.call("notes.create", { text: "5" }))).toBe("refused rate_limit_exceeded");
  },
);

test("an approval that was given late takes up a place until it is used or its time is up", async () => {
  const server = inboxFixture({ approvals: { perCaller: 1 } });
  const id = await waitFor(server);
  server.clock.advance(50 * 60_000);
  await server.desk.approve(id, annaHerself);
  server.clock.advance(30 * 60_000);
  expect(summary(await server.call("notes.create", { text: "b" }))).toBe("refused rate_limit_exceeded");
  expect(summary(await server.call("notes.create", input))).toBe("completed");
  await waitFor(server, { text: "b" });
});

test("two processes count one caller's approvals together", async () => {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const [one, other] = [1, 2].map(() => inboxFixture({ clock, store, approvals: { perCaller: 5 } }));
  if (!one || !other) throw new Error("two servers");
  const outcomes = await Promise.all(
    Array.from({ length: 16 }, (_, number) =>
      (number % 2 === 0 ? one : other).call("notes.create", { text: `${number}` }),
    ),
  );
  expect(outcomes.map(summary).filter((each) => each === "refused approval_pending")).toHaveLength(5);
});

test("equal calls of two processes take up one place", async () => {
  const clock = fakeClock();
  const store = memoryStore({ clock });
  const [one, other] = [1, 2].map(() => inboxFixture({ clock, store, approvals: { perCaller: 1 } }));
  if (!one || !other) throw new Error("two servers");
  const outcomes = await Promise.all(
    Array.from({ length: 16 }, (_, number) => (number % 2 === 0 ? one : other).call("notes.create", input)),
  );
  expect(new Set(outcomes.map(summary))).toEqual(new Set(["refused approval_pending"]));
});

test("pages that are open share one look at the store", async () => {
  const clock = fakeClock();
  const { store, since } = counted(memoryStore({ clock }));
  const server = inboxFixture({ clock, store });
  await waitFor(server);
  const { desk: approvals } = server;
  let texts: readonly string[] = [];
  const work = await since(async () => {
    texts = await Promise.all(
      [annaHerself, annaHerself, carla, carla].map((reviewer) => approvals.glance(reviewer)),
    );
  });
  expect(work).toMatchObject({ lists: 1, operations: 2 });
  // Each reviewer is told what they may see.
  expect(texts[0]).toBe(texts[1]);
  expect(texts[0]).not.toBe(texts[2]);
});

test("a caller who asks and withdraws in a loop causes as many messages as may wait, and a report", async () => {
  const notices: ApprovalNotice[] = [];
  const faults: string[] = [];
  const notify = [{ name: "list", notify: async (notice: ApprovalNotice) => void notices.push(notice) }];
  const server = inboxFixture({
    approvals: { notify, perCaller: 20 },
    onFault: (error) => void faults.push(String(error)),
  });
  await endMany(server, 300);
  await waitFor(server, input, ben);
  await new Promise(setImmediate);
  expect(notices.filter(({ approval }) => approval.asker.id === "anna")).toHaveLength(20);
  expect(notices.filter(({ approval }) => approval.asker.id === "ben")).toHaveLength(1);
  expect(faults).toEqual([expect.stringContaining('"anna" has asked for 21 approvals within ten minutes')]);
  server.clock.advance(10 * 60_000);
  await waitFor(server, { text: "later" });
  await new Promise(setImmediate);
  expect(notices).toHaveLength(22);
});

test("SQLite finds open approvals by an index of their own", () => {
  const folder = mkdtempSync(join(tmpdir(), "proviso-open-"));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "state.db");
  const store = sqliteStore({ file });
  const database = new DatabaseSync(file, { readOnly: true });
  cleanups.push(
    () => store.close(),
    () => database.close(),
  );
  const plan = database
    .prepare(
      `explain query plan select key, value from proviso_state
       where key like 'pending:%' and expires_at > (cast(? as bigint) + cast(? as bigint))
       order by expires_at desc limit ?`,
    )
    .all(1, 2, 3);
  expect(plan.map(({ detail }) => detail)).toEqual([
    "SEARCH proviso_state USING INDEX proviso_state_open (expires_at>?)",
  ]);
});
