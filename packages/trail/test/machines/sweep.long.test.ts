// A hundred thousand expired rows, and servers that remove them while they serve.
import { startCluster, type Cluster } from "@proviso/postgres";
import { Client } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { postgresStore } from "../../../server/src/stores/postgres.ts";
import { answerWithinMs } from "../../../server/test/patience.ts";

const expired = 100_000;
const writesBetweenSweeps = 500;
const sweptAtOnce = 1000;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.remove());

/** Stores over one database that is full of values which expired two days ago. */
async function openStores(count: number) {
  const connectionString = await cluster.createDatabase();
  const stores = await Promise.all(
    Array.from({ length: count }, () => postgresStore({ connectionString, connections: 4, answerWithinMs })),
  );
  const database = new Client(connectionString);
  await database.connect();
  onTestFinished(async () => {
    await database.end();
    await Promise.all(stores.map((store) => store.close()));
  });
  await database.query(`insert into proviso_state
    select 'old:' || n, '"value"', n, (extract(epoch from now()) * 1000)::bigint - 2 * 86400000 + n
    from generate_series(1, ${expired}) as n`);
  await database.query("analyze proviso_state");
  const left = async (): Promise<number> =>
    Number((await database.query("select count(*) from proviso_state where key like 'old:%'")).rows[0].count);
  return { stores, database, left };
}

const soon = (): Date => new Date(Date.now() + 60_000);

test("four servers that sweep at once remove a batch each, and every write meanwhile succeeds", async () => {
  const { stores, left } = await openStores(4);
  const writing = stores.flatMap((store, index) =>
    Array.from({ length: 4 }, async (_, lane) => {
      for (let i = 0; i < writesBetweenSweeps / 2; i++)
        expect(await store.insert(`new:${index}-${lane}-${i}`, 1, soon())).toBe(true);
    }),
  );
  await Promise.all(writing);
  expect(await left()).toBe(expired - 4 * 2 * sweptAtOnce);
});

test("a sweep passes over rows that somebody has locked, and does not wait for them", async () => {
  const { stores, database, left } = await openStores(1);
  await database.query(`begin; select key from proviso_state where key like 'old:%' order by expires_at
    limit 20000 for update`);
  for (let i = 0; i < writesBetweenSweeps; i++)
    expect(await stores[0]?.insert(`new:${i}`, 1, soon())).toBe(true);
  expect(await left()).toBe(expired - sweptAtOnce);
  await database.query("rollback");
});

test("a sweep reads a batch of rows by their index, not the table", async () => {
  const { stores, database } = await openStores(1);
  const reads = async () => {
    await database.query("select pg_stat_force_next_flush()");
    const { rows } = await database.query(
      "select seq_tup_read, idx_tup_fetch from pg_stat_user_tables where relname = 'proviso_state'",
    );
    return Number(rows[0].seq_tup_read);
  };
  const before = await reads();
  for (let i = 0; i < writesBetweenSweeps; i++) await stores[0]?.insert(`new:${i}`, 1, soon());
  // What the store read while it opened, a row or two, may be counted later than it happened.
  expect((await reads()) - before).toBeLessThan(sweptAtOnce);
});
