import { randomInt } from "node:crypto";
import type { Json } from "@proviso/manifest";
import { sql, type Kysely } from "kysely";
import type { Clock, Store, StoredValue } from "../ports.ts";
import type { Tables } from "./tables.ts";

const writesBetweenSweeps = 500;
const sweptAtOnce = 1000;

/**
 * A store over any database in which one statement is atomic and `insert … on conflict … returning` exists. Each
 * operation is a single statement, so that any number of processes may share the database.
 */
export function sqlStore(database: Kysely<Tables>, clock: Clock): Store {
  const now = (): number => clock.now().getTime();
  const sweep = lazySweep(database, now);

  async function write(key: string, value: Json, expiresAt: Date, onlyIfExpired: boolean): Promise<boolean> {
    const row = { value: JSON.stringify(value), revision: newRevision(), expires_at: expiresAt.getTime() };
    const written = await database
      .insertInto("proviso_state")
      .values({ key, ...row })
      .onConflict((conflict) => {
        const update = conflict.column("key").doUpdateSet(row);
        return onlyIfExpired ? update.where("proviso_state.expires_at", "<=", now()) : update;
      })
      .returning("revision")
      .executeTakeFirst();
    await sweep();
    return written !== undefined;
  }

  return {
    get: (key) => get(database, key, now()),
    insert: (key, value, expiresAt) => write(key, value, expiresAt, true),
    put: async (key, value, expiresAt) => void (await write(key, value, expiresAt, false)),
    replace: (key, expected, value, expiresAt) => replace(database, key, expected, value, expiresAt, now()),
    delete: (key) => remove(database, key, now()),
    async increment(key, by, expiresAt) {
      const counted = await increment(database, key, by, expiresAt, now());
      await sweep();
      return counted;
    },
    close: () => database.destroy(),
  };
}

/** Random, so that a value which was deleted and written again never has the revision of the old one. */
function newRevision(): number {
  return randomInt(1, 2 ** 47);
}

async function get(database: Kysely<Tables>, key: string, now: number): Promise<StoredValue | undefined> {
  const row = await database
    .selectFrom("proviso_state")
    .select(["value", "revision", "expires_at"])
    .where("key", "=", key)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    value: JSON.parse(row.value) as Json,
    revision: Number(row.revision),
    expiresAt: new Date(Number(row.expires_at)),
  };
}

async function replace(
  database: Kysely<Tables>,
  key: string,
  expected: number,
  value: Json,
  expiresAt: Date,
  now: number,
): Promise<boolean> {
  const row = await database
    .updateTable("proviso_state")
    .set({ value: JSON.stringify(value), revision: newRevision(), expires_at: expiresAt.getTime() })
    .where("key", "=", key)
    .where("revision", "=", expected)
    .where("expires_at", ">", now)
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
}

async function remove(database: Kysely<Tables>, key: string, now: number): Promise<boolean> {
  const row = await database
    .deleteFrom("proviso_state")
    .where("key", "=", key)
    .where("expires_at", ">", now)
    .returning("key")
    .executeTakeFirst();
  return row !== undefined;
}

async function increment(
  database: Kysely<Tables>,
  key: string,
  by: number,
  expiresAt: Date,
  now: number,
): Promise<{ value: number; expiresAt: Date }> {
  const live = sql<boolean>`proviso_state.expires_at > ${now}`;
  const sum = sql<string>`cast(cast(proviso_state.value as bigint) + cast(excluded.value as bigint) as text)`;
  const row = await database
    .insertInto("proviso_state")
    .values({ key, value: String(by), revision: newRevision(), expires_at: expiresAt.getTime() })
    .onConflict((conflict) =>
      conflict.column("key").doUpdateSet({
        value: sql<string>`case when ${live} then ${sum} else excluded.value end`,
        revision: sql<number>`excluded.revision`,
        expires_at: sql<number>`case when ${live} then proviso_state.expires_at else excluded.expires_at end`,
      }),
    )
    .returning(["value", "expires_at"])
    .executeTakeFirstOrThrow();
  return { value: Number(row.value), expiresAt: new Date(Number(row.expires_at)) };
}

/**
 * Removes a batch of expired rows once in a while; what remains of them is invisible anyway. It may fail (two that
 * sweep at once can lock each other out), and then must not fail the write before it, which has happened.
 */
function lazySweep(database: Kysely<Tables>, now: () => number): () => Promise<void> {
  let writes = 0;
  return async () => {
    if (++writes % writesBetweenSweeps !== 0) return;
    const expired = database
      .selectFrom("proviso_state")
      .select("key")
      .where("expires_at", "<=", now())
      .limit(sweptAtOnce);
    await database
      .deleteFrom("proviso_state")
      .where("key", "in", expired)
      .where("expires_at", "<=", now())
      .execute()
      .catch(() => {});
  };
}
