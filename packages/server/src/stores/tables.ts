import type { DatabaseSync } from "node:sqlite";
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

/** `record` is the whole event as JSON text; the other columns repeat what is searched for. */
export interface AuditTable {
  readonly writer: string;
  readonly sequence: number;
  readonly hash: string;
  readonly record: string;
}

/** The end of each writer's chain. `head` is the whole head as JSON text; the other columns repeat what is searched for. */
export interface AuditHeadTable {
  readonly writer: string;
  readonly sequence: number;
  readonly head: string;
}

export interface Tables {
  readonly proviso_state: StateTable;
  readonly proviso_audit: AuditTable;
  readonly proviso_audit_head: AuditHeadTable;
}

/** Opens a SQLite file with our tables in it, created and brought up to date where needed. */
export function openMigrated(file: string): DatabaseSync {
  const database = openSqlite(file);
  try {
    migrateSqlite(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The same for Kysely. */
export function openTables(file: string): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new SqliteDialect({ database: forKysely(openMigrated(file)) }) });
}
