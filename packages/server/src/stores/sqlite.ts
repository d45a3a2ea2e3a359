import { Kysely, SqliteDialect } from "kysely";
import type { Clock, Store } from "../api/ports.ts";
import { aroundStore } from "./around-store.ts";
import { forKysely } from "./node-sqlite-dialect.ts";
import { outage, reportedStore, type TellOperator } from "./outage.ts";
import { sqlStore } from "./sql-store.ts";
import { fileResource, openSqliteFile } from "./sqlite-file.ts";
import type { Tables } from "./tables.ts";

export interface SqliteStoreOptions {
  /** Path of the database file; it may also hold the audit trail. Created if missing. */
  readonly file: string;
  readonly clock?: Clock;
  /**
   * Receives one line when the file fails, and when it works again. Defaults to stderr. Give the
   * audit trail of the same file the same function: it is then called once for both.
   */
  readonly onOutage?: TellOperator;
}

/** The embedded store: one file, which the processes of one machine may share. */
export function sqliteStore({ file, clock, onOutage }: SqliteStoreOptions): Store {
  const opened = openSqliteFile(file);
  const dialect = new SqliteDialect({ database: forKysely(opened.database) });
  const store = sqlStore(new Kysely<Tables>({ dialect }), clock ?? { now: () => new Date() });
  return reportedStore(
    aroundStore({ ...store, isDurable: true, close: opened.close }, opened),
    outage({ ...fileResource(file), tell: onOutage }),
  );
}
