import type { DatabaseSync, SQLOutputValue, StatementSync } from "node:sqlite";
import { Kysely, SqliteDialect } from "kysely";
import type { AuditEntry } from "@proviso/server";
import { type SqliteFile, type Tables, forKysely } from "@proviso/server/storage";
import { callsOf, readEnd, selectEnd } from "./audit-table.ts";
import type { ChainGroup } from "./chain-group.ts";
import type { AuditLog } from "./chained-audit.ts";
import type { ChainEnd } from "./continue-chain.ts";
import { endedByEvent } from "./ended-by-event.ts";
import type { AuditHead } from "./head.ts";
import { newestEntries, sqlView } from "./sql-view.ts";
import { eventOfRow, storedEvent } from "./stored-event.ts";

/** An audit log in a SQLite file. */
export interface SqliteLog extends AuditLog {
  endNow(writer: string): ChainEnd;
  /** `append`, at once. */
  appendNow(group: ChainGroup): boolean;
  /** The stored record with this number. */
  recordAt(writer: string, sequence: number): unknown;
  endsOf(request: string): Promise<readonly string[]>;
  newest(count: number): Promise<readonly AuditEntry[]>;
  /** Stores the first head of a writer if it has none. */
  begin(head: AuditHead): void;
}

/** The primary key refuses two processes that extend a chain at once. */
export function sqliteLog({ database, read, write, close }: SqliteFile): SqliteLog {
  // Stryker disable next-line ObjectLiteral: it only compiles a statement
  const kysely = new Kysely<Tables>({ dialect: new SqliteDialect({ database: forKysely(database) }) });
  const statements = prepareLog(database, kysely);
  const view = sqlView(kysely);
  const endNow = (writer: string): ChainEnd => findTrailEnd(statements, writer);
  return {
    headsLag: false,
    view: {
      heads: () => read(view.heads),
      newestMarked: (writer) => read(() => view.newestMarked(writer)),
      has: (head) => read(() => view.has(head)),
    },
    endNow,
    appendNow: (group) => insertTogether(database, statements, group),
    recordAt(writer, sequence) {
      const row = statements.at.get(writer, sequence);
      return row && eventOfRow({ hash: textOf(row["hash"]), record: String(row["record"]) });
    },
    endsOf: (request) =>
      read(async () =>
        callsOf(
          statements.ends
            .all(request)
            .map(({ hash, record }) => ({ hash: textOf(hash), record: String(record) })),
        ),
      ),
    newest: (count) => read(() => newestEntries(kysely, count)),
    begin: (head) => void statements.begin.run(head.writer, head.sequence, JSON.stringify(head)),
    ready: (writer) => write(async () => void statements.touch.run(writer)),
    end: (writer) => read(async () => endNow(writer)),
    append: (events, head) => write(async () => insertTogether(database, statements, { events, head })),
    refuses: isAboutEvents,
    close,
  };
}

type LogStatements = Readonly<
  Record<"end" | "at" | "ends" | "begin" | "insert" | "put" | "touch", StatementSync>
>;

/** Prepared once, and run without Kysely, because a group is many small statements. */
function prepareLog(database: DatabaseSync, kysely: Kysely<Tables>): LogStatements {
  return {
    // Stryker disable next-line StringLiteral: the writer is given with each call
    end: database.prepare(selectEnd(kysely, "").sql),
    at: database.prepare("select hash, record from proviso_audit where writer = ? and sequence = ?"),
    ends: database.prepare("select hash, record from proviso_audit where ends = ? limit 2"),
    begin: database.prepare(
      "insert into proviso_audit_head (writer, sequence, head) values (?, ?, ?) on conflict do nothing",
    ),
    insert: database.prepare(
      "insert into proviso_audit (writer, sequence, hash, record, ends) values (?, ?, ?, ?, ?)",
    ),
    touch: database.prepare("update proviso_audit_head set sequence = sequence where writer = ?"),
    put: database.prepare(
      "update proviso_audit_head set sequence = ?, head = ? where writer = ? and sequence = ?",
    ),
  };
}

function findTrailEnd({ end }: LogStatements, writer: string): ChainEnd {
  return readEnd(
    end.all(writer, 2).map(({ head, hash, record }) => ({
      head: textOf(head),
      hash: textOf(hash),
      record: textOf(record),
    })),
  );
}

function textOf(value: SQLOutputValue | undefined): string | null {
  // Stryker disable next-line ConditionalExpression: what is no text in these columns is null
  return typeof value === "string" ? value : null;
}

/**
 * False, with nothing written, if the chain does not end where the events continue it. Without an `await` inside: another
 * connection of this process that waits for the lock would block the process.
 */
function insertTogether(
  database: DatabaseSync,
  { insert, put }: LogStatements,
  { events, head }: ChainGroup,
): boolean {
  const { writer, sequence } = head;
  database.exec("begin immediate");
  try {
    for (const event of events)
      insert.run(writer, Number(event.sequence), event.hash, storedEvent(event), endedByEvent(event));
    const { changes } = put.run(sequence, JSON.stringify(head), writer, sequence - events.length);
    database.exec(changes === 1 ? "commit" : "rollback");
    return changes === 1;
  } catch (error) {
    // A full disk has ended the transaction already.
    if (database.isTransaction) database.exec("rollback");
    if (isPrimaryKeyTaken(error)) return false;
    throw error;
  }
}

/** SQLITE_CONSTRAINT_PRIMARYKEY */
function isPrimaryKeyTaken(error: unknown): boolean {
  return errorCodeOf(error) === 1555;
}

/** SQLITE_TOOBIG and SQLITE_CONSTRAINT, which a trigger raises too. */
function isAboutEvents(error: unknown): boolean {
  return [18, 19].includes(errorCodeOf(error) % 256);
}

function errorCodeOf(error: unknown): number {
  // Stryker disable next-line ConditionalExpression, LogicalOperator: nothing else has such a code
  return error instanceof Error && "errcode" in error ? Number(error.errcode) : 0;
}
