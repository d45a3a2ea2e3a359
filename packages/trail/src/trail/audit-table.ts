import type { CompiledQuery, Kysely } from "kysely";
import type { Tables } from "@proviso/server/storage";
import type { ChainGroup } from "./chain-group.ts";
import type { ChainEnd } from "./continue-chain.ts";
import { readEvent } from "./cloud-event.ts";
import { endedByEvent } from "./ended-by-event.ts";
import { readHead, type AuditHead } from "./head.ts";
import { parseLine } from "./json-lines.ts";
import { eventOfRow, storedEvent, type StoredEvent } from "./stored-event.ts";

interface AuditEndRow {
  readonly head: string | null;
  readonly hash: string | null;
  readonly record: string | null;
}

/**
 * The head of a writer with the last record that it covers and, if there is one, the record after
 * it; without a head, some records. One statement, because another process may append between two.
 */
export function selectEnd(database: Kysely<Tables>, writer: string): CompiledQuery<AuditEndRow> {
  return database
    .selectFrom(database.selectNoFrom(({ val }) => val(writer).as("name")).as("asked"))
    .leftJoin("proviso_audit_head as head", "head.writer", "asked.name")
    .leftJoin("proviso_audit as audit", (join) =>
      join
        .onRef("audit.writer", "=", "asked.name")
        .on(({ eb, fn, lit }) => eb("audit.sequence", ">=", fn.coalesce("head.sequence", lit(0)))),
    )
    .select(["head.head", "audit.hash", "audit.record"])
    .orderBy("audit.sequence")
    .limit(2)
    .compile();
}

/** The result of `selectEnd`. Throws for records after the head: both are written together. */
export function readEnd(rows: readonly AuditEndRow[]): ChainEnd {
  const events = rows.flatMap(({ hash, record }) => (record === null ? [] : [eventOfRow({ hash, record })]));
  // Stryker disable next-line OptionalChaining: the writer that is asked for is a row itself
  const kept = rows[0]?.head ?? undefined;
  if (kept === undefined) return { events };
  const head = readHead(parseLine(kept));
  if (!head || events.length > 1)
    throw new Error(
      "the audit trail cannot be continued: its head is not that of its records; see `proviso audit verify`",
    );
  return { head, events };
}

/** The records that end a question: by the index on what they end. */
export function selectEnds(database: Kysely<Tables>, request: string): CompiledQuery<StoredEvent> {
  return database
    .selectFrom("proviso_audit")
    .select(["hash", "record"])
    .where("ends", "=", request)
    .limit(2)
    .compile();
}

/** The calls of records. */
export function callsOf(rows: readonly StoredEvent[]): readonly string[] {
  return rows.map((row) => readEvent(eventOfRow(row))?.callId ?? "");
}

/** The record of a writer with this number. */
export function selectRecord(
  database: Kysely<Tables>,
  { writer, sequence }: AuditHead,
): CompiledQuery<StoredEvent> {
  return database
    .selectFrom("proviso_audit")
    .select(["hash", "record"])
    .where("writer", "=", writer)
    .where("sequence", "=", sequence)
    .compile();
}

/** Stores the first head of a writer if it has none. */
export function insertFirstHead(database: Kysely<Tables>, head: AuditHead): CompiledQuery {
  const { writer, sequence } = head;
  return database
    .insertInto("proviso_audit_head")
    .values({ writer, sequence, head: JSON.stringify(head) })
    .onConflict((conflict) => conflict.doNothing())
    .compile();
}

/** Inserts records and their head in one statement, for PostgreSQL only: everything or nothing. */
export function insertGroup(database: Kysely<Tables>, { events, head }: ChainGroup): CompiledQuery {
  const { writer, sequence } = head;
  const text = JSON.stringify(head);
  return database
    .with("end", (end) =>
      end
        .insertInto("proviso_audit_head")
        .values({ writer, sequence, head: text })
        .onConflict((conflict) => conflict.column("writer").doUpdateSet({ sequence, head: text })),
    )
    .insertInto("proviso_audit")
    .values(
      events.map((event) => ({
        writer,
        sequence: Number(event.sequence),
        hash: event.hash,
        record: storedEvent(event),
        ends: endedByEvent(event),
      })),
    )
    .compile();
}
