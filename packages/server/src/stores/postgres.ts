import type { Clock, Store } from "../api/ports.ts";
import { outage, reportedStore, type TellOperator } from "./outage.ts";
import type { PostgresAccess } from "./postgres-pool.ts";
import { databaseResource, openPostgresTables, type AnswerTime } from "./postgres-tables.ts";
import { sqlStore } from "./sql-store.ts";

/** Tables are created in the first schema of the search path. */
export interface PostgresStoreOptions extends PostgresAccess, AnswerTime {
  /** Maximum number of connections if no `pool` is given. Defaults to 10. */
  readonly connections?: number;
  /**
   * The clock by which values expire, for tests. Defaults to the clock of the database, so that
   * those of the servers may differ.
   */
  readonly clock?: Clock;
  /**
   * Receives one line when the database fails, and when it works again. Defaults to stderr. Give
   * the audit trail of the same database the same function: it is then called once for both.
   */
  readonly onOutage?: TellOperator;
}

/**
 * The store for several machines. Rejects if the database cannot be used. If it goes away later,
 * every operation rejects within two seconds, or the given time, and its call is refused.
 */
export async function postgresStore(options: PostgresStoreOptions): Promise<Store> {
  const { clock, connections = 10, onOutage } = options;
  const { database, close } = await openPostgresTables(options, connections);
  const store = clock ? sqlStore(database, clock) : sqlStore(database, { now: () => new Date() }, "database");
  return reportedStore(
    { ...store, isDurable: true, close },
    outage({ ...databaseResource(options), tell: onOutage }),
  );
}
