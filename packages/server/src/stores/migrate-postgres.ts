import { setTimeout } from "node:timers/promises";
import { sql, type Kysely } from "kysely";
import { migrations, missingMigrations } from "./migrations.ts";
import type { Tables } from "./tables.ts";

/** The id of the advisory lock, an arbitrary number that all migrating processes share. */
const migrationLock = 7_709_784_737;
/**
 * Milliseconds to wait for the lock of a table: while a migration waits, for example for a backup,
 * the calls of all servers wait behind it, and they wait 1500 at most.
 */
const tableLockMs = 300;
const pauseMs = 700;
const lockNotAvailable = "55P03";

/** Whether a database lacks a migration. Needs no permission to create tables. */
export async function needsMigration(
  database: Kysely<Tables>,
  known: typeof migrations = migrations,
): Promise<boolean> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('proviso_migration') is not null as known`.execute(database);
  return !rows[0]?.known || (await missing(database, known)).length > 0;
}

/**
 * Brings a database up to date while servers of an older version use it. If several processes
 * migrate at once, one works and the others wait. Tries for a minute to lock the tables.
 */
export async function migratePostgres(
  database: Kysely<Tables>,
  known: typeof migrations = migrations,
  attempts: number = 60,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrateAtOnce(database, known);
    } catch (error) {
      const isLocked = error instanceof Error && "code" in error && error.code === lockNotAvailable;
      if (!isLocked) throw error;
      if (attempt >= attempts)
        throw new Error("a table to be migrated is locked by another session: end that session", {
          cause: error,
        });
    }
    await setTimeout(pauseMs);
  }
}

function migrateAtOnce(database: Kysely<Tables>, known: typeof migrations): Promise<void> {
  return database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
    await sql.raw(`set local lock_timeout = ${tableLockMs}`).execute(transaction);
    await sql`create table if not exists proviso_migration (id text not null primary key)`.execute(
      transaction,
    );
    for (const migration of await missing(transaction, known)) {
      for (const statement of migration.sql) await sql.raw(statement).execute(transaction);
      await sql`insert into proviso_migration (id) values (${migration.id})`.execute(transaction);
    }
  });
}

async function missing(database: Kysely<Tables>, known: typeof migrations): Promise<typeof migrations> {
  const { rows } = await sql<{ id: string }>`select id from proviso_migration`.execute(database);
  return missingMigrations(
    rows.map(({ id }) => id),
    known,
  );
}
