import { randomInt } from "node:crypto";
import type { Json } from "@proviso/manifest";
import type { Kysely } from "kysely";
import type { Clock, Store } from "../api/ports.ts";
import { stateQueries, type StateQueries } from "./state-queries.ts";
import type { Tables } from "./tables.ts";

const writesBetweenSweeps = 500;

/**
 * A store over any database in which one statement is atomic and `insert … on conflict … returning` exists. Each
 * operation is a single statement, so that any number of processes may share the database.
 */
export function sqlStore(database: Kysely<Tables>, clock: Clock): Store {
  const queries = stateQueries(database);
  const now = (): number => clock.now().getTime();
  const sweep = lazySweep(queries, now);

  async function write(
    run: StateQueries["put"],
    key: string,
    value: Json,
    expiresAt: Date,
  ): Promise<boolean> {
    const rows = await run({ ...columns(key, value, expiresAt), now: now() });
    await sweep();
    return rows.length > 0;
  }

  return {
    async get(key) {
      const [row] = await queries.get({ key, now: now() });
      if (!row) return undefined;
      const { value, revision, expires_at: expiresAt } = row;
      return {
        value: JSON.parse(value) as Json,
        revision: Number(revision),
        expiresAt: new Date(Number(expiresAt)),
      };
    },
    insert: (key, value, expiresAt) => write(queries.insert, key, value, expiresAt),
    put: async (key, value, expiresAt) => void (await write(queries.put, key, value, expiresAt)),
    async replace(key, expected, value, expiresAt) {
      const given = { ...columns(key, value, expiresAt), expected, now: now() };
      return (await queries.replace(given)).length > 0;
    },
    delete: async (key) => (await queries.remove({ key, now: now() })).length > 0,
    async increment(key, by, expiresAt) {
      const [row] = await queries.increment({ ...columns(key, by, expiresAt), now: now() });
      await sweep();
      if (!row) throw new Error("the database did not say what it has counted");
      return { value: Number(row.value), expiresAt: new Date(Number(row.expires_at)) };
    },
    close: () => database.destroy(),
  };
}

function columns(key: string, value: Json, expiresAt: Date) {
  return { key, value: JSON.stringify(value), revision: newRevision(), expiresAt: expiresAt.getTime() };
}

/** Random, so that a value which was deleted and written again never has the revision of the old one. */
function newRevision(): number {
  return randomInt(1, 2 ** 47);
}

/**
 * Removes a batch of expired rows once in a while; what remains of them is invisible anyway. It may fail (two that
 * sweep at once can lock each other out), and then must not fail the write before it, which has happened.
 */
function lazySweep(queries: StateQueries, now: () => number): () => Promise<void> {
  let writes = 0;
  return async () => {
    if (++writes % writesBetweenSweeps !== 0) return;
    await queries.sweep({ now: now() }).catch(() => {});
  };
}
