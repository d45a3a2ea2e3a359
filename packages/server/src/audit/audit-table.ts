import type { Kysely } from "kysely";
import type { Tables } from "../stores/tables.ts";
import type { AuditHead, AuditRecord } from "./record.ts";

/** The last record of a writer. PostgreSQL's driver returns a bigint as text. */
export async function selectHead(database: Kysely<Tables>, writer: string): Promise<AuditHead | undefined> {
  const row = await database
    .selectFrom("proviso_audit")
    .select(["sequence", "hash"])
    .where("writer", "=", writer)
    .orderBy("sequence", "desc")
    .limit(1)
    .executeTakeFirst();
  return row && { sequence: Number(row.sequence), hash: row.hash };
}

/** One statement: all records or none. */
export async function insertRecords(
  database: Kysely<Tables>,
  records: readonly AuditRecord[],
): Promise<void> {
  const rows = records.map((record) => ({
    writer: record.writer,
    sequence: record.sequence,
    hash: record.hash,
    record: JSON.stringify(record),
  }));
  await database.insertInto("proviso_audit").values(rows).execute();
}

/** All records, each writer's in order, for `verifyAudit`. */
export async function selectRecords(database: Kysely<Tables>): Promise<readonly unknown[]> {
  const rows = await database
    .selectFrom("proviso_audit")
    .select("record")
    .orderBy("writer")
    .orderBy("sequence")
    .execute();
  return rows.map((row) => JSON.parse(row.record) as unknown);
}
