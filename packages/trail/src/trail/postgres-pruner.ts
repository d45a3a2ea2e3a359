import { type PostgresAccess, openPostgresTables } from "@proviso/server/postgres";
import type { Pruner } from "./pruner.ts";
import { sqlPruner } from "./sql-pruner.ts";

/** Removes records from a PostgreSQL database, which servers may go on writing to. */
export async function postgresPruner(access: PostgresAccess): Promise<Pruner> {
  const { database, close } = await openPostgresTables(access, 1);
  return sqlPruner(database, close);
}
