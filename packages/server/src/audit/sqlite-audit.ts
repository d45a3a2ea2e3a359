import type { Kysely } from "kysely";
import type { AuditSink } from "../ports.ts";
import { openTables, type Tables } from "../stores/tables.ts";
import { insertRecords, selectHead, selectRecords } from "./audit-table.ts";
import { chainedAudit, type AuditLog } from "./chained-audit.ts";

export interface SqliteAuditOptions {
  /** Path of the database file; it may be the store's. Created if missing. */
  readonly file: string;
  /** The chain to continue. Defaults to "main". Several processes may extend one chain. */
  readonly writer?: string;
}

export function sqliteAudit(options: SqliteAuditOptions): AuditSink {
  return chainedAudit(sqliteLog(openTables(options.file)), options.writer ?? "main");
}

/** All records of a file, each writer's in order, for `verifyAudit`. */
export async function readSqliteAudit(file: string): Promise<readonly unknown[]> {
  const database = openTables(file);
  try {
    return await selectRecords(database);
  } finally {
    await database.destroy();
  }
}

/** A group is one statement, so it is one commit. The primary key lets a chain grow from one process at a time. */
function sqliteLog(database: Kysely<Tables>): AuditLog {
  return {
    head: (writer) => selectHead(database, writer),
    async append(records) {
      try {
        await insertRecords(database, records);
        return true;
      } catch (error) {
        if (isPrimaryKeyTaken(error)) return false;
        throw error;
      }
    },
    close: () => database.destroy(),
  };
}

/** SQLITE_CONSTRAINT_PRIMARYKEY */
function isPrimaryKeyTaken(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 1555;
}
