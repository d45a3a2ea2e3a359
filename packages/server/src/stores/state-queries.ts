import { sql, type Kysely, type RawBuilder } from "kysely";
import { preparedQuery } from "./prepared-query.ts";
import type { Tables } from "./tables.ts";

const sweptAtOnce = 1000;

/** The key of the time up to which expired values were removed. */
export const sweptKey = "swept";

/** A row to write. `ttl` is its life in milliseconds from `now`. */
interface StateRow {
  readonly [column: string]: string | number;
  readonly key: string;
  readonly value: string;
  readonly revision: number;
  readonly ttl: number;
  readonly now: number;
}

/** A key, and the time at which its value must be live. */
interface StateSpot {
  readonly [column: string]: string | number;
  readonly key: string;
  readonly now: number;
}

/** A row that was read, with the time of the read. Times are in milliseconds since the epoch. */
export interface FoundState {
  readonly value: string;
  readonly revision: number;
  readonly expires_at: number;
  readonly now: number;
}

/** Values that live longer than `ttl` milliseconds from `now`. */
interface StateRange {
  readonly [column: string]: number;
  readonly now: number;
  readonly ttl: number;
  readonly max: number;
}

interface StateSweep {
  readonly [column: string]: string | number;
  readonly now: number;
  /** How long a value is kept beyond its expiry. */
  readonly grace: number;
}

type Database = Kysely<Tables>;
type PreparedQuery<Given extends Readonly<Record<string, string | number>>, Result = unknown> = (
  given: Given,
) => Promise<readonly Result[]>;

/** The statements of the store. Each returns the rows that it has read or written. */
export interface StateQueries {
  readonly time: PreparedQuery<Readonly<Record<string, never>>, { readonly now: number }>;
  readonly get: PreparedQuery<StateSpot, FoundState>;
  /** The prefix is part of the statement, so that an index on such keys can be used. */
  list(prefix: string, given: StateRange): Promise<readonly (FoundState & { readonly key: string })[]>;
  /** Inserts if there is no live value, unless an earlier one could have been removed already. */
  readonly insert: PreparedQuery<StateRow>;
  readonly put: PreparedQuery<StateRow>;
  /** With `keeps` 1 the value keeps its expiry. */
  readonly replace: PreparedQuery<StateRow & { readonly expected: number; readonly keeps: number }>;
  readonly remove: PreparedQuery<StateSpot>;
  readonly increment: PreparedQuery<StateRow, FoundState>;
  /** Records up to when `sweep` removes values, if there are any. */
  readonly announceSweep: PreparedQuery<StateSweep>;
  readonly sweep: PreparedQuery<StateSweep>;
  /** A row if a value with this expiry could have been removed already. */
  readonly isSwept: PreparedQuery<{ readonly now: number; readonly ttl: number }>;
}

/** The source of the time: the caller's `now`, or the database. */
export type TimeSource = "caller" | "database";

/** SQL for a point in time. */
interface QueryTimes {
  now(given: number): RawBuilder<number>;
  after(given: number, ms: number): RawBuilder<number>;
}

const queryTimes: Readonly<Record<TimeSource, QueryTimes>> = {
  caller: {
    now: (given) => sql<number>`cast(${given} as bigint)`,
    after: (given, ms) => sql<number>`(cast(${given} as bigint) + cast(${ms} as bigint))`,
  },
  database: {
    now: () => databaseTime,
    after: (_given, ms) => sql<number>`(${databaseTime} + cast(${ms} as bigint))`,
  },
};
/** The time of PostgreSQL. */
const databaseTime = sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`;

export function stateQueries(database: Database, source: TimeSource): StateQueries {
  const time = queryTimes[source];
  return {
    time: preparedQuery(database, () => database.selectNoFrom(databaseTime.as("now"))),
    get: preparedQuery(database, ({ key, now }) =>
      database
        .selectFrom("proviso_state")
        .select(["value", "revision", "expires_at", time.now(now).as("now")])
        .where("key", "=", key)
        .where("expires_at", ">", time.now(now)),
    ),
    list: listQuery(database, time),
    insert: preparedQuery(database, (row) => insertState(database, row, time)),
    put: preparedQuery(database, (row) => putState(database, row, time)),
    replace: preparedQuery(database, ({ key, value, revision, ttl, expected, keeps, now }) =>
      database
        .updateTable("proviso_state")
        .set({
          value,
          revision,
          expires_at: sql<number>`case when cast(${keeps} as bigint) = 1 then expires_at else ${time.after(now, ttl)} end`,
        })
        .where("key", "=", key)
        .where("revision", "=", expected)
        .where("expires_at", ">", time.now(now))
        .returning("key"),
    ),
    remove: preparedQuery(database, ({ key, now }) =>
      database
        .deleteFrom("proviso_state")
        .where("key", "=", key)
        .where("expires_at", ">", time.now(now))
        .returning("key"),
    ),
    increment: preparedQuery(database, (row) => incrementState(database, row, time)),
    announceSweep: preparedQuery(database, (given) => announceSweep(database, given, time)),
    sweep: preparedQuery(database, ({ now, grace }) => {
      const expiredBefore = sql<number>`${time.now(now)} - cast(${grace} as bigint)`;
      const expired = database
        .selectFrom("proviso_state")
        .select("key")
        .where("expires_at", "<=", expiredBefore)
        // Without an order PostgreSQL may read the table from its start, past every row that was removed there.
        .orderBy("expires_at")
        .limit(sweptAtOnce)
        // Servers that sweep at once remove different rows. SQLite has no locks of rows.
        .$if(source === "database", (rows) => rows.forUpdate().skipLocked());
      return (
        database
          .deleteFrom("proviso_state")
          // PostgreSQL may join a list of rows with the whole table; an array uses the index.
          .where(
            source === "database"
              ? sql<boolean>`key = any(array(${expired}))`
              : (row) => row("key", "in", expired),
          )
          .where("expires_at", "<=", expiredBefore)
      );
    }),
    isSwept: preparedQuery(database, ({ now, ttl }) => sweptRows(database, time.after(now, ttl))),
  };
}

function listQuery(database: Database, time: QueryTimes): StateQueries["list"] {
  const prepared = new Map<string, PreparedQuery<StateRange, FoundState & { readonly key: string }>>();
  return async (prefix, given) => {
    if (!/^[a-z]+:$/.test(prefix)) throw new TypeError("a prefix is lower-case letters and a colon");
    const query =
      prepared.get(prefix) ??
      preparedQuery(database, ({ now, ttl, max }: StateRange) =>
        database
          .selectFrom("proviso_state")
          .select(["key", "value", "revision", "expires_at", time.now(now).as("now")])
          .where(sql<boolean>`key like ${sql.lit(`${prefix}%`)}`)
          .where("expires_at", ">", time.after(now, ttl))
          .orderBy("expires_at", "desc")
          .limit(max),
      );
    prepared.set(prefix, query);
    return query(given);
  };
}

/** The row that records up to when values were removed, if that is this time or later. */
function sweptRows(database: Database, expiresAt: RawBuilder<number>) {
  return database
    .selectFrom("proviso_state as swept")
    .select("swept.key")
    .where("swept.key", "=", sweptKey)
    .where(sql<number>`cast(swept.value as bigint)`, ">=", expiresAt);
}

function insertState(database: Database, { key, value, revision, ttl, now }: StateRow, time: QueryTimes) {
  const expiresAt = time.after(now, ttl);
  return database
    .insertInto("proviso_state")
    .columns(["key", "value", "revision", "expires_at"])
    .expression(
      database
        .selectNoFrom([
          sql<string>`cast(${key} as text)`.as("key"),
          sql<string>`cast(${value} as text)`.as("value"),
          sql<number>`cast(${revision} as bigint)`.as("revision"),
          expiresAt.as("expires_at"),
        ])
        .where(({ not, exists }) => not(exists(sweptRows(database, expiresAt)))),
    )
    .onConflict((conflict) =>
      conflict
        .column("key")
        .doUpdateSet((eb) => ({
          value: eb.ref("excluded.value"),
          revision: eb.ref("excluded.revision"),
          expires_at: eb.ref("excluded.expires_at"),
        }))
        .where("proviso_state.expires_at", "<=", time.now(now)),
    )
    .returning("revision");
}

function putState(database: Database, { key, value, revision, ttl, now }: StateRow, time: QueryTimes) {
  const row = { value, revision, expires_at: time.after(now, ttl) };
  return database
    .insertInto("proviso_state")
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(row))
    .returning("revision");
}

function incrementState(database: Database, { key, value, revision, ttl, now }: StateRow, time: QueryTimes) {
  const live = sql<boolean>`proviso_state.expires_at > ${time.now(now)}`;
  const sum = sql<string>`cast(cast(proviso_state.value as bigint) + cast(excluded.value as bigint) as text)`;
  return database
    .insertInto("proviso_state")
    .values({ key, value, revision, expires_at: time.after(now, ttl) })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        value: sql<string>`case when ${live} then ${sum} else excluded.value end`,
        revision: sql<number>`excluded.revision`,
        expires_at: sql<number>`case when ${live} then proviso_state.expires_at else excluded.expires_at end`,
      }),
    )
    .returning(["value", "revision", "expires_at", time.now(now).as("now")]);
}

const neverExpires = 8_640_000_000_000_000;

function announceSweep(database: Database, { now, grace }: StateSweep, time: QueryTimes) {
  const expiredBefore = sql<number>`${time.now(now)} - cast(${grace} as bigint)`;
  const expired = database.selectFrom("proviso_state").select("key").where("expires_at", "<=", expiredBefore);
  return database
    .insertInto("proviso_state")
    .columns(["key", "value", "revision", "expires_at"])
    .expression(
      database
        .selectNoFrom([
          sql.lit(sweptKey).as("key"),
          sql<string>`cast(${expiredBefore} as text)`.as("value"),
          sql.lit(0).as("revision"),
          sql.lit(neverExpires).as("expires_at"),
        ])
        .where(({ exists }) => exists(expired)),
    )
    .onConflict((conflict) =>
      conflict
        .column("key")
        .doUpdateSet((eb) => ({ value: eb.ref("excluded.value") }))
        .where(sql<boolean>`cast(proviso_state.value as bigint) < cast(excluded.value as bigint)`),
    )
    .returning("key");
}
