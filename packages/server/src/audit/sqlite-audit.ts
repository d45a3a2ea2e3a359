import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { Kysely, SqliteDialect, type CompiledQuery } from "kysely";
import type { AuditSink } from "../ports.ts";
import { forKysely } from "../stores/node-sqlite-dialect.ts";
import { openMigrated, type Tables } from "../stores/tables.ts";
import { insertGroup, readEnd, selectAny, selectEnd } from "./audit-table.ts";
import { chainedAudit, type AuditLog, type ChainOptions } from "./chained-audit.ts";
import { continueChain, type ChainEnd } from "./continue-chain.ts";
import { headSigner } from "./head.ts";

export interface SqliteAuditOptions extends ChainOptions {
  /** Path of the database file; it may be the store's. Created if missing. Several processes may extend one chain in it. */
  readonly file: string;
}

/** Throws if the trail is not what its head says. */
export function sqliteAudit(options: SqliteAuditOptions): AuditSink {
  const { file, writer = "main", signing } = options;
  const database = openMigrated(file);
  try {
    const tables = new Kysely<Tables>({ dialect: new SqliteDialect({ database: forKysely(database) }) });
    continueChain(findEnd(database, tables, writer), writer, signing && headSigner(signing));
    return chainedAudit(sqliteLog(database, tables), options);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The primary key lets a chain grow from one process at a time. */
function sqliteLog(database: DatabaseSync, tables: Kysely<Tables>): AuditLog {
  return {
    end: async (writer) => findEnd(database, tables, writer),
    async append(events, head) {
      try {
        runTogether(database, insertGroup(tables, { events, head }));
        return true;
      } catch (error) {
        if (isPrimaryKeyTaken(error)) return false;
        throw error;
      }
    },
    close: async () => database.close(),
  };
}

function findEnd(database: DatabaseSync, tables: Kysely<Tables>, writer: string): ChainEnd {
  const rows = all(database, selectEnd(tables, writer));
  return readEnd(rows, rows.length > 0 ? [] : all(database, selectAny(tables, writer)));
}

/** Without an `await` inside: another connection of this process that waited for the lock would block the process. */
function runTogether(database: DatabaseSync, queries: readonly CompiledQuery[]): void {
  database.exec("begin immediate");
  try {
    for (const { sql, parameters } of queries) database.prepare(sql).run(...(parameters as SQLInputValue[]));
    database.exec("commit");
  } catch (error) {
    // A disk that is full has ended the transaction by itself.
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}

function all<Row>(database: DatabaseSync, { sql, parameters }: CompiledQuery<Row>): readonly Row[] {
  return database.prepare(sql).all(...(parameters as SQLInputValue[])) as Row[];
}

/** SQLITE_CONSTRAINT_PRIMARYKEY */
function isPrimaryKeyTaken(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 1555;
}
