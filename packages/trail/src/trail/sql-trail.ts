import { isObject } from "@proviso/manifest";
import type { ControlledTransaction, Kysely } from "kysely";
import { type Tables } from "@proviso/server/storage";
import type { AuditTrail, Misfiled } from "./audit-trail.ts";
import { hashOf } from "./chain-entry.ts";
import { readEvent } from "./cloud-event.ts";
import { endedByEvent } from "./ended-by-event.ts";
import { readHead } from "./head.ts";
import { parseLine } from "./json-lines.ts";
import { readPruned } from "./pruned-mark.ts";
import { newestEvents } from "./sql-view.ts";
import { eventOfRow } from "./stored-event.ts";

const trailPageSize = 1000;

/** Reads the trail of a database in its current state, however long that takes. `close` also closes the database. */
export async function sqlTrail(
  database: Kysely<Tables>,
  begin: () => Promise<ControlledTransaction<Tables>>,
): Promise<AuditTrail> {
  try {
    const snapshot = await begin();
    let misfiled: Misfiled | undefined;
    let newest: { readonly row: TrailRow; readonly event: unknown } | undefined;
    const check = (row: TrailRow, kept: Misfiled | undefined): void => {
      if (kept && !isInPlace(row, kept)) misfiled ??= { writer: kept.writer, sequence: kept.sequence };
    };
    const hasColumn = endsColumn();
    return {
      headsLag: false,
      async heads() {
        const rows = await snapshot.selectFrom("proviso_audit_head").selectAll().orderBy("writer").execute();
        for (const row of rows) check(row, readHead(parseLine(row.head)));
        return rows.map(({ head }) => parseLine(head));
      },
      events: () =>
        trailEvents(snapshot, (row, event) => {
          newest = { row, event };
          const kept = readEvent(event) ?? readPruned(event);
          check(row, kept);
          if (kept && hasColumn(row, event) && (row.ends ?? null) !== endedByEvent(event))
            misfiled ??= { writer: kept.writer, sequence: kept.sequence };
        }),
      // Whether the hash in a column is that of the record is checked by whoever follows the chain, who stops there.
      misfiled: () => misfiled ?? (newest && misfiledBy(newest.row, newest.event)),
      newest: (count) => newestEvents(snapshot, count),
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

/** What the columns of a row say about its record or head. */
interface TrailRow {
  readonly writer: string;
  readonly sequence: number;
  readonly hash?: string;
  readonly ends?: string | null;
}

/**
 * Whether the row of an event has the column `ends`: the server that added it also numbers the records of a call, so those of a writer
 * before the first number may lack it.
 */
function endsColumn(): (row: TrailRow, event: unknown) => boolean {
  const numbered = new Set<string>();
  return ({ writer, ends }, event) => {
    const record = readEvent(event);
    if (record?.part !== undefined) numbered.add(writer);
    return numbered.has(writer) || (ends ?? null) !== null;
  };
}

function isInPlace(
  { writer, sequence, hash }: TrailRow,
  kept: Misfiled & { readonly hash?: string },
): boolean {
  const isSame = writer === kept.writer && Number(sequence) === kept.sequence;
  return isSame && (hash === undefined || hash === kept.hash);
}

function misfiledBy({ hash }: TrailRow, event: unknown): Misfiled | undefined {
  const kept = readEvent(event);
  // Stryker disable next-line LogicalOperator: such a trail is unreadable before
  if (!kept || !isObject(event) || hashOf(event) === hash) return undefined;
  return { writer: kept.writer, sequence: kept.sequence };
}

async function* trailEvents(
  snapshot: ControlledTransaction<Tables>,
  check: (row: TrailRow, event: unknown) => void,
): AsyncGenerator<unknown> {
  let [writer, sequence] = ["", 0];
  for (;;) {
    const rows = await snapshot
      .selectFrom("proviso_audit")
      .selectAll()
      // As one comparison, which both databases look up in the index; with `or` each page is a walk through all before it.
      .where(({ eb, refTuple, tuple }) => eb(refTuple("writer", "sequence"), ">", tuple(writer, sequence)))
      .orderBy("writer")
      .orderBy("sequence")
      .limit(trailPageSize)
      .execute();
    for (const row of rows) {
      const event = eventOfRow(row);
      check(row, event);
      yield event;
    }
    const last = rows.at(-1);
    // Stryker disable next-line ConditionalExpression, LogicalOperator: one empty page more
    if (!last || rows.length < trailPageSize) return;
    ({ writer } = last);
    sequence = Number(last.sequence);
  }
}
