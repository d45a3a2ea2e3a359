import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { SqliteDialect, type Dialect, type SqliteDatabase, type SqliteStatement } from "kysely";

export interface NodeSqliteOptions {
  readonly readOnly?: boolean;
}

const busyTimeoutMs = 5000;
const cachedStatements = 256;

/**
 * A Kysely dialect for `node:sqlite`: one connection to one file, write-ahead log, every commit
 * synced to disk. Booleans are 0 and 1. Transactions take the write lock at their start, so that
 * they cannot fail half-way for lack of it. Do not keep one open across an await while another
 * connection of the process writes to the file: waiting for a lock blocks the process.
 */
export function nodeSqliteDialect(file: string, options: NodeSqliteOptions = {}): Dialect {
  return new SqliteDialect({ database: async () => forKysely(openSqlite(file, options), options) });
}

/** Opens a database. Loads `node:sqlite` late, because Node.js 22 prints a warning for it. */
export function openSqlite(file: string, options: NodeSqliteOptions = {}): DatabaseSync {
  const sqlite = process.getBuiltinModule("node:sqlite");
  const database = new sqlite.DatabaseSync(file, { readOnly: options.readOnly ?? false });
  database.exec(
    `pragma busy_timeout = ${busyTimeoutMs}; pragma foreign_keys = on; pragma synchronous = full`,
  );
  if (!options.readOnly) useWriteAheadLog(database);
  return database;
}

/** Changing the journal mode of a new file ignores the busy time-out, so it is tried again. */
function useWriteAheadLog(database: DatabaseSync): void {
  for (let attempt = 1; ; attempt++) {
    try {
      database.exec("pragma journal_mode = wal");
      return;
    } catch (error) {
      if (attempt >= 100) throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
  }
}

/** What Kysely's SQLite driver requires. Statements are prepared once. */
export function forKysely(database: DatabaseSync, options: NodeSqliteOptions = {}): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(sql) {
      const known = statements.get(sql);
      if (known) return known;
      if (statements.size >= cachedStatements) statements.clear();
      const text = sql === "begin" && !options.readOnly ? "begin immediate" : sql;
      const statement = wrapStatement(database.prepare(text));
      statements.set(sql, statement);
      return statement;
    },
  };
}

function wrapStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(bindable)),
    run: (parameters) => statement.run(...parameters.map(bindable)),
    iterate: (parameters) => statement.iterate(...parameters.map(bindable)),
  };
}

function bindable(value: unknown): SQLInputValue {
  if (typeof value === "boolean") return value ? 1 : 0;
  return value as SQLInputValue;
}
