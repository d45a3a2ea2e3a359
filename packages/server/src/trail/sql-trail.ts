import type { ControlledTransaction, Kysely } from "kysely";
import type { Tables } from "../stores/tables.ts";
import type { AuditTrail } from "./audit-trail.ts";
import { parseLine } from "./json-lines.ts";

const page = 1000;

/** Reads the trail of a database as it is now, however long that takes. `close` closes the database as well. */
export async function sqlTrail(
  database: Kysely<Tables>,
  begin: () => Promise<ControlledTransaction<Tables>>,
): Promise<AuditTrail> {
  try {
    const snapshot = await begin();
    return {
      headsLag: false,
      async heads() {
        const rows = await snapshot
          .selectFrom("proviso_audit_head")
          .select("head")
          .orderBy("writer")
          .execute();
        return rows.map(({ head }) => parseLine(head));
      },
      events: () => events(snapshot),
      newest: (count) => newest(snapshot, count),
      async close() {
        await snapshot.commit().execute();
        await database.destroy();
      },
    };
  } catch (error) {
    await database.destroy();
    throw error;
  }
}

async function* events(snapshot: ControlledTransaction<Tables>): AsyncGenerator<unknown> {
  let [writer, sequence] = ["", 0];
  for (;;) {
    const rows = await snapshot
      .selectFrom("proviso_audit")
      .select(["writer", "sequence", "record"])
      .where(({ eb, or, and }) =>
        or([eb("writer", ">", writer), and([eb("writer", "=", writer), eb("sequence", ">", sequence)])]),
      )
      .orderBy("writer")
      .orderBy("sequence")
      .limit(page)
      .execute();
    for (const { record } of rows) yield parseLine(record);
    const last = rows.at(-1);
    if (!last || rows.length < page) return;
    ({ writer } = last);
    sequence = Number(last.sequence);
  }
}

async function newest(snapshot: ControlledTransaction<Tables>, count: number): Promise<readonly unknown[]> {
  const writers = await snapshot
    .selectFrom("proviso_audit_head")
    .select("writer")
    .orderBy("writer")
    .execute();
  const found: unknown[] = [];
  for (const { writer } of writers) {
    const rows = await snapshot
      .selectFrom("proviso_audit")
      .select("record")
      .where("writer", "=", writer)
      .orderBy("sequence", "desc")
      .limit(count)
      .execute();
    found.push(...rows.map(({ record }) => parseLine(record)).toReversed());
  }
  return found;
}
