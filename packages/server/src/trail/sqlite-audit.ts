import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { AuditSink } from "../api/ports.ts";
import { openMigrated } from "../stores/tables.ts";
import { readEnd } from "./audit-table.ts";
import type { ChainGroup } from "./chain-group.ts";
import { chainedAudit, type AuditLog, type ChainOptions } from "./chained-audit.ts";
import { continueChain, type ChainEnd } from "./continue-chain.ts";
import { headSigner, readHead } from "./head.ts";
import { parseLine } from "./json-lines.ts";

export interface SqliteAuditOptions extends ChainOptions {
  /** Path of the database file; it may be the store's. Created if missing. Several processes may extend one chain in it. */
  readonly file: string;
}

/** Throws if the trail is not what its head says. */
export function sqliteAudit(options: SqliteAuditOptions): AuditSink {
  const { file, writer = "main", signing } = options;
  const database = openMigrated(file);
  try {
    const log = sqliteLog(database);
    continueChain(log.endNow(writer), writer, signing && headSigner(signing));
    return chainedAudit(log, options);
  } catch (error) {
    database.close();
    throw error;
  }
}

/** The primary key lets a chain grow from one process at a time. */
function sqliteLog(database: DatabaseSync): AuditLog & { endNow(writer: string): ChainEnd } {
  const statements = prepare(database);
  const endNow = (writer: string): ChainEnd => findEnd(statements, writer);
  return {
    endNow,
    end: async (writer) => endNow(writer),
    async append(events, head) {
      try {
        insertTogether(database, statements, { events, head });
        return true;
      } catch (error) {
        if (isPrimaryKeyTaken(error)) return false;
        throw error;
      }
    },
    close: async () => database.close(),
  };
}

type Statements = Readonly<Record<"head" | "from" | "any" | "insert" | "put", StatementSync>>;

/** Prepared once, and run without Kysely: a group is many small statements in a row. */
function prepare(database: DatabaseSync): Statements {
  return {
    head: database.prepare("select head from proviso_audit_head where writer = ?"),
    from: database.prepare(
      "select record from proviso_audit where writer = ? and sequence >= ? order by sequence limit 2",
    ),
    any: database.prepare("select record from proviso_audit where writer = ? limit 1"),
    insert: database.prepare(
      "insert into proviso_audit (writer, sequence, hash, record) values (?, ?, ?, ?)",
    ),
    put: database.prepare(
      `insert into proviso_audit_head (writer, sequence, head) values (?, ?, ?)
        on conflict (writer) do update set sequence = excluded.sequence, head = excluded.head`,
    ),
  };
}

function findEnd({ head, from, any }: Statements, writer: string): ChainEnd {
  const kept = head.get(writer)?.["head"];
  const sequence = readHead(parseLine(String(kept)))?.sequence ?? 0;
  const rows = kept === undefined ? any.all(writer) : from.all(writer, sequence);
  return readEnd(
    kept === undefined ? undefined : String(kept),
    rows.map(({ record }) => String(record)),
  );
}

/** Without an `await` inside: another connection of this process that waited for the lock would block the process. */
function insertTogether(
  database: DatabaseSync,
  { insert, put }: Statements,
  { events, head }: ChainGroup,
): void {
  const { writer, sequence } = head;
  database.exec("begin immediate");
  try {
    for (const event of events) insert.run(writer, Number(event.sequence), event.hash, JSON.stringify(event));
    put.run(writer, sequence, JSON.stringify(head));
    database.exec("commit");
  } catch (error) {
    // A disk that is full has ended the transaction by itself.
    if (database.isTransaction) database.exec("rollback");
    throw error;
  }
}

/** SQLITE_CONSTRAINT_PRIMARYKEY */
function isPrimaryKeyTaken(error: unknown): boolean {
  return error instanceof Error && "errcode" in error && error.errcode === 1555;
}
