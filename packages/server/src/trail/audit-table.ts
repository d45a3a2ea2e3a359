import type { CompiledQuery, Kysely } from "kysely";
import type { Tables } from "../stores/tables.ts";
import type { ChainGroup } from "./chain-group.ts";
import type { ChainEnd } from "./continue-chain.ts";
import { readHead } from "./head.ts";
import { parseLine } from "./json-lines.ts";

interface EndRow {
  readonly head: string;
  readonly record: string | null;
}

/** The head of a writer with the record that it ends with and, if that is not the last one, the record after it. */
export function selectEnd(database: Kysely<Tables>, writer: string): CompiledQuery<EndRow> {
  return database
    .selectFrom("proviso_audit_head as head")
    .leftJoin("proviso_audit as audit", (join) =>
      join.onRef("audit.writer", "=", "head.writer").onRef("audit.sequence", ">=", "head.sequence"),
    )
    .select(["head.head", "audit.record"])
    .where("head.writer", "=", writer)
    .orderBy("audit.sequence")
    .limit(2)
    .compile();
}

/** Some record of a writer. */
export function selectAny(
  database: Kysely<Tables>,
  writer: string,
): CompiledQuery<{ readonly record: string }> {
  return database
    .selectFrom("proviso_audit")
    .select("record")
    .where("writer", "=", writer)
    .limit(1)
    .compile();
}

/**
 * From the head of a writer, as it is kept, the record that it ends with and up to one more; or, without a head, some record.
 * Head and records are written together, so no record is newer.
 */
export function readEnd(kept: string | undefined, records: readonly string[]): ChainEnd {
  const events = records.map(parseLine);
  if (kept === undefined) return { events };
  const head = readHead(parseLine(kept));
  if (!head || events.length > 1)
    throw new Error(
      "the audit trail cannot be continued: its head is not that of its records; see `proviso audit verify`",
    );
  return { head, events };
}

/** Records and their head in one statement, which only PostgreSQL understands: all of it or nothing. */
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
        record: JSON.stringify(event),
      })),
    )
    .compile();
}
