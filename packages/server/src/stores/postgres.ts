import type { Clock, Store } from "../api/ports.ts";
import { openPostgresTables } from "./postgres-tables.ts";
import { sqlStore } from "./sql-store.ts";

export interface PostgresStoreOptions {
  /** `postgresql://user:password@host:5432/database`. Tables are created in the first schema of its search path. */
  readonly connectionString: string;
  /** By which values expire, for tests. Defaults to the clock of the database, so that those of the servers may differ. */
  readonly clock?: Clock;
}

const connections = 10;

/**
 * The store for several machines. Rejects if the database cannot be used. If it goes away later every operation
 * rejects within seconds, which refuses the call, and works again when it is back.
 */
export async function postgresStore({ connectionString, clock }: PostgresStoreOptions): Promise<Store> {
  const database = await openPostgresTables({ connectionString, connections });
  return clock ? sqlStore(database, clock) : sqlStore(database, { now: () => new Date() }, "database");
}
