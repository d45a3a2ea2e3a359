import type { Kysely } from "kysely";
import type { AuditEntry } from "@proviso/server";
import type { Tables } from "@proviso/server/storage";
import { readEvent } from "./cloud-event.ts";
import { readHead } from "./head.ts";
import { parseLine } from "./json-lines.ts";
import { recordsSearched, type TrailView } from "./store-tie.ts";
import { eventOfRow } from "./stored-event.ts";

/** The newest events of each writer, at most this many. */
export async function newestEvents(database: Kysely<Tables>, count: number): Promise<readonly unknown[]> {
  const writers = await database
    .selectFrom("proviso_audit_head")
    .select("writer")
    .orderBy("writer")
    .execute();
  const found: unknown[] = [];
  for (const { writer } of writers) {
    const rows = await database
      .selectFrom("proviso_audit")
      .select(["hash", "record"])
      .where("writer", "=", writer)
      .orderBy("sequence", "desc")
      .limit(count)
      .execute();
    found.push(...rows.map(eventOfRow).toReversed());
  }
  return found;
}

/** The newest entries of all writers, at most this many, oldest first. */
export async function newestEntries(database: Kysely<Tables>, count: number): Promise<readonly AuditEntry[]> {
  const entries = (await newestEvents(database, count)).flatMap((event) => readEvent(event) ?? []);
  return entries.toSorted((a, b) => (a.time < b.time ? -1 : Number(a.time > b.time))).slice(-count);
}

/** The trail of a database, to be compared with a store. */
export function sqlView(database: Kysely<Tables>): TrailView {
  async function markedBelow(
    writer: string,
    sequence: number,
  ): Promise<{ sequence: number; entry: AuditEntry | undefined } | undefined> {
    const row = await database
      .selectFrom("proviso_audit")
      .select(["sequence", "hash", "record"])
      .where("writer", "=", writer)
      .where("sequence", "<", sequence)
      .where("sequence", ">=", sequence - recordsSearched)
      // Also of an argument with this name, so the record is looked at.
      .where("record", "like", '%"store":"%')
      .orderBy("sequence", "desc")
      .limit(1)
      .executeTakeFirst();
    return row && { sequence: Number(row.sequence), entry: readEvent(eventOfRow(row)) };
  }

  async function heads() {
    const rows = await database.selectFrom("proviso_audit_head").select("head").execute();
    return rows.flatMap(({ head }) => readHead(parseLine(head)) ?? []);
  }

  return {
    heads,
    async newestMarked(writer) {
      const newest = (await heads()).find((head) => head.writer === writer)?.sequence ?? 0;
      let below = newest + 1;
      for (;;) {
        const found = await markedBelow(writer, below);
        if (!found || found.entry?.store !== undefined) return found?.entry;
        below = found.sequence;
      }
    },
    async has({ writer, sequence, hash }) {
      const row = await database
        .selectFrom("proviso_audit")
        .select("hash")
        .where("writer", "=", writer)
        .where("sequence", "=", sequence)
        .executeTakeFirst();
      return sequence === 0 || row?.hash === hash;
    },
  };
}
