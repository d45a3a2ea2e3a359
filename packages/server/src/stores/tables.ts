import { Kysely, SqliteDialect } from "kysely";
import { migrateSqlite } from "./migrations.ts";
import { forKysely, openSqlite } from "./node-sqlite-dialect.ts";

/** Values are JSON text; times are milliseconds since the epoch. */
export interface StateTable {
  readonly key: string;
  readonly value: string;
  readonly revision: number;
  readonly expires_at: number;
}

/** `record` is the whole record as JSON text; the other columns repeat what is searched for. */
export interface AuditTable {
  readonly writer: string;
  readonly sequence: number;
  readonly hash: string;
  readonly record: string;
}

export interface Tables {
  readonly proviso_state: StateTable;
  readonly proviso_audit: AuditTable;
}

/** Opens our tables in a SQLite file, created and brought up to date where needed. */
export function openTables(file: string): Kysely<Tables> {
  const database = openSqlite(file);
  try {
    migrateSqlite(database);
  } catch (error) {
    database.close();
    throw error;
  }
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: forKysely(database) }) });
}
