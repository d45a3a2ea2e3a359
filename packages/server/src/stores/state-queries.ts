import { sql, type Kysely } from "kysely";
import { preparedQuery } from "./prepared-query.ts";
import type { Tables } from "./tables.ts";

const sweptAtOnce = 1000;

/** A row to be written. Times are in milliseconds since the epoch. */
interface Row {
  readonly [column: string]: string | number;
  readonly key: string;
  readonly value: string;
  readonly revision: number;
  readonly expiresAt: number;
  readonly now: number;
}

/** Where something is, and when "live" is asked for. */
interface Place {
  readonly [column: string]: string | number;
  readonly key: string;
  readonly now: number;
}

type Database = Kysely<Tables>;
type PreparedQuery<Given extends Readonly<Record<string, string | number>>, Result = unknown> = (
  given: Given,
) => Promise<readonly Result[]>;

/** The statements of the store. Each returns a row for each that it has read or written. */
export interface StateQueries {
  readonly get: PreparedQuery<
    Place,
    { readonly value: string; readonly revision: number; readonly expires_at: number }
  >;
  /** Writes where no live value is. */
  readonly insert: PreparedQuery<Row>;
  readonly put: PreparedQuery<Row>;
  readonly replace: PreparedQuery<Row & { readonly expected: number }>;
  readonly remove: PreparedQuery<Place>;
  readonly increment: PreparedQuery<Row, { readonly value: string; readonly expires_at: number }>;
  readonly sweep: PreparedQuery<{ readonly now: number }>;
}

export function stateQueries(database: Database): StateQueries {
  return {
    get: preparedQuery(database, ({ key, now }) =>
      database
        .selectFrom("proviso_state")
        .select(["value", "revision", "expires_at"])
        .where("key", "=", key)
        .where("expires_at", ">", now),
    ),
    insert: preparedQuery(database, (row) => write(database, row, true)),
    put: preparedQuery(database, (row) => write(database, row, false)),
    replace: preparedQuery(database, ({ key, value, revision, expiresAt, expected, now }) =>
      database
        .updateTable("proviso_state")
        .set({ value, revision, expires_at: expiresAt })
        .where("key", "=", key)
        .where("revision", "=", expected)
        .where("expires_at", ">", now)
        .returning("key"),
    ),
    remove: preparedQuery(database, ({ key, now }) =>
      database
        .deleteFrom("proviso_state")
        .where("key", "=", key)
        .where("expires_at", ">", now)
        .returning("key"),
    ),
    increment: preparedQuery(database, (row) => increment(database, row)),
    sweep: preparedQuery(database, ({ now }) => {
      const expired = database
        .selectFrom("proviso_state")
        .select("key")
        .where("expires_at", "<=", now)
        .limit(sweptAtOnce);
      return database.deleteFrom("proviso_state").where("key", "in", expired).where("expires_at", "<=", now);
    }),
  };
}

function write(database: Database, { key, value, revision, expiresAt, now }: Row, onlyIfExpired: boolean) {
  const row = { value, revision, expires_at: expiresAt };
  return database
    .insertInto("proviso_state")
    .values({ key, ...row })
    .onConflict((conflict) => {
      const update = conflict.column("key").doUpdateSet(row);
      return onlyIfExpired ? update.where("proviso_state.expires_at", "<=", now) : update;
    })
    .returning("revision");
}

function increment(database: Database, { key, value, revision, expiresAt, now }: Row) {
  const live = sql<boolean>`proviso_state.expires_at > ${now}`;
  const sum = sql<string>`cast(cast(proviso_state.value as bigint) + cast(excluded.value as bigint) as text)`;
  return database
    .insertInto("proviso_state")
    .values({ key, value, revision, expires_at: expiresAt })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        value: sql<string>`case when ${live} then ${sum} else excluded.value end`,
        revision: sql<number>`excluded.revision`,
        expires_at: sql<number>`case when ${live} then proviso_state.expires_at else excluded.expires_at end`,
      }),
    )
    .returning(["value", "expires_at"]);
}
