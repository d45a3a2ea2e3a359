import { openPostgresTables } from "../stores/postgres-tables.ts";
import type { PostgresAccess } from "../stores/postgres-pool.ts";
import type { Pruner } from "./pruner.ts";
import { sqlPruner } from "./sql-pruner.ts";

/** Removes records from a PostgreSQL database, which servers may go on writing to. */
export async function postgresPruner(access: PostgresAccess): Promise<Pruner> {
  const { database, close } = await openPostgresTables(access, 1);
  return sqlPruner(database, close);
}
