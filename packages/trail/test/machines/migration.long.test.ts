// A newer version of the server starts, and changes the tables that older ones use.
import { startCluster, type Cluster } from "@proviso/postgres";
import { Kysely, PostgresDialect } from "kysely";
import { Client, Pool } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { migratePostgres } from "../../../server/src/stores/migrate-postgres.ts";
import { migrations } from "../../../server/src/stores/migrations.ts";
import { postgresStore } from "../../../server/src/stores/postgres.ts";
import type { Tables } from "../../../server/src/stores/tables.ts";
import { postgresAudit } from "../../src/trail/postgres-audit.ts";
import { fixture, summary } from "../../../server/test/sample.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.remove());

const newer: typeof migrations = [
  ...migrations,
  {
    id: "999-later",
    sql: [
      "alter table proviso_state add column note text not null default ''",
      "create index proviso_state_note on proviso_state (note)",
    ],
  },
];

async function openDatabase() {
  const connectionString = await cluster.createDatabase();
  const pool = new Pool({ connectionString });
  // Its connections close after it has ended; by then the cluster may be stopped.
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  onTestFinished(() => database.destroy());
  return { connectionString, pool, database };
}

/** A server of this version, which clients call without a pause. */
async function serveUnderLoad(connectionString: string) {
  const audit = await postgresAudit({ connectionString });
  const store = await postgresStore({ connectionString });
  const { call, ran, server } = fixture({ audit, store, clock: { now: () => new Date() } });
  const words: string[] = [];
  const end = new AbortController();
  onTestFinished(() => {
    end.abort();
    return server.close();
  });
  const calling = Array.from({ length: 4 }, async (_, client) => {
    for (let i = 0; !end.signal.aborted; i++)
      words.push(summary(await call("notes.create", { text: "a" }, { idempotencyKey: `${client} ${i}` })));
  });
  return {
    /** Waits until so many further calls have ended. */
    async more(calls: number) {
      const from = words.length;
      await expect.poll(() => words.length - from).toBeGreaterThan(calls);
    },
    async end() {
      end.abort();
      await Promise.all(calling);
      expect(words.filter((word) => word !== "completed")).toEqual([]);
      expect(ran).toHaveLength(words.length);
    },
  };
}

test("older servers complete every call while newer ones migrate, and afterwards", async () => {
  const { connectionString, pool, database } = await openDatabase();
  const older = await serveUnderLoad(connectionString);
  await older.more(20);
  await Promise.all([1, 2, 3].map(() => migratePostgres(database, newer)));
  await older.more(20);
  await older.end();
  const { rows } = await pool.query("select id from proviso_migration order by id");
  expect(rows).toEqual(newer.map(({ id }) => ({ id })));
  await expect(postgresStore({ connectionString })).rejects.toThrow("a newer version of @proviso/server");
});

test("calls do not wait behind a migration that waits for a backup", async () => {
  const { connectionString, database } = await openDatabase();
  const older = await serveUnderLoad(connectionString);
  const backup = new Client(connectionString);
  await backup.connect();
  onTestFinished(() => backup.end());
  await backup.query("begin; lock table proviso_state in access share mode");
  let isMigrated = false;
  const migrating = migratePostgres(database, newer).then(() => (isMigrated = true));
  await older.more(100);
  expect(isMigrated).toBe(false);
  await backup.query("commit");
  await migrating;
  await older.more(20);
  await older.end();
});

test("a migration that gets no lock says what to do, and changes nothing", async () => {
  const { connectionString, pool, database } = await openDatabase();
  await (await postgresStore({ connectionString })).close();
  const other = new Client(connectionString);
  await other.connect();
  await other.query("begin; lock table proviso_state in access share mode");
  await expect(migratePostgres(database, newer, 1)).rejects.toThrow("locked by another session: end that");
  await other.end();
  const { rows } = await pool.query("select id from proviso_migration order by id");
  expect(rows).toEqual(migrations.map(({ id }) => ({ id })));
});
