import { sql, type Kysely } from "kysely";
import { missingMigrations, type migrations } from "./migrations.ts";
import type { Tables } from "./tables.ts";

/** Any number, as long as all migrating processes use the same. */
const migrationLock = 7_709_784_737;

/**
 * Brings a database up to date. If several processes migrate at once, one works and the others wait. If nothing has to be done,
 * no permission to create tables is needed.
 */
export async function migratePostgres(database: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ known: boolean }>`
    select to_regclass('proviso_migration') is not null as known`.execute(database);
  if (rows[0]?.known && (await missing(database)).length === 0) return;
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${migrationLock})`.execute(transaction);
    await sql`create table if not exists proviso_migration (id text not null primary key)`.execute(
      transaction,
    );
    for (const migration of await missing(transaction)) {
      for (const statement of migration.sql) await sql.raw(statement).execute(transaction);
      await sql`insert into proviso_migration (id) values (${migration.id})`.execute(transaction);
    }
  });
}

async function missing(database: Kysely<Tables>): Promise<typeof migrations> {
  const { rows } = await sql<{ id: string }>`select id from proviso_migration`.execute(database);
  return missingMigrations(rows.map(({ id }) => id));
}
