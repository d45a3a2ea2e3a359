import type { Clock, Store } from "../api/ports.ts";
import { sqlStore } from "./sql-store.ts";
import { openTables } from "./tables.ts";

export interface SqliteStoreOptions {
  /** Path of the database file; it may also hold the audit trail. Created if missing. */
  readonly file: string;
  readonly clock?: Clock;
}

/** The embedded store: one file, safe to share among the processes of one machine. */
export function sqliteStore(options: SqliteStoreOptions): Store {
  return sqlStore(openTables(options.file), options.clock ?? { now: () => new Date() });
}
