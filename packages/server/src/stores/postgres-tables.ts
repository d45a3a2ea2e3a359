import { Kysely, PostgresDialect } from "kysely";
import { migratePostgres } from "./migrate-postgres.ts";
import { reasonOf } from "./outage.ts";
import { postgresPool, type PostgresPoolOptions } from "./postgres-pool.ts";
import type { Tables } from "./tables.ts";

/** Opens our tables in a PostgreSQL database, created and brought up to date where needed. Rejects if it is not there. */
export async function openPostgresTables(options: PostgresPoolOptions): Promise<Kysely<Tables>> {
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: postgresPool(options) }) });
  try {
    await migratePostgres(database);
    return database;
  } catch (error) {
    await database.destroy();
    throw new Error(`the PostgreSQL database cannot be used: ${reasonOf(error)}`, { cause: error });
  }
}
