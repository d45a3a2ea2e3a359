import { randomInt } from "node:crypto";
import type { Json } from "@proviso/manifest";
import type { Kysely } from "kysely";
import type { Clock, Store, StoredValue } from "../api/ports.ts";
import { clockWentBack, sweepGraceMs } from "./sweeping.ts";
import { stateQueries, type FoundState, type StateQueries, type TimeSource } from "./state-queries.ts";
import type { Tables } from "./tables.ts";

const writesBetweenSweeps = 500;
/** The limit in statements that return all rows. */
const maxRows = 2 ** 31 - 1;

/**
 * A store over any database with atomic statements and `insert … on conflict … returning`. Each operation is a single
 * statement, so that any number of processes may share the database. `clock` is the callers' clock for expiry times; with the
 * time source "database", values live as long by the database's clock.
 */
export function sqlStore(database: Kysely<Tables>, clock: Clock, source: TimeSource = "caller"): Store {
  const queries = stateQueries(database, source);
  const now = (): number => clock.now().getTime();
  const databaseNow = async (): Promise<Date> => {
    const [timeRow] = await queries.time({});
    return new Date(Number(timeRow?.now));
  };
  const sweep = lazySweep(queries, now);

  async function write(
    run: StateQueries["put"],
    key: string,
    value: Json,
    expiresAt: Date,
  ): Promise<boolean> {
    const rows = await run(stateRowOf(key, value, expiresAt, now()));
    await sweep();
    return rows.length > 0;
  }

  async function insert(key: string, value: Json, expiresAt: Date): Promise<boolean> {
    if (await write(queries.insert, key, value, expiresAt)) return true;
    const ttl = expiresAt.getTime() - now();
    if ((await queries.isSwept({ now: now(), ttl })).length > 0) throw new Error(clockWentBack);
    return false;
  }

  /** The expiry of a value that was read, converted to the caller's clock. */
  const expiryOf = ({ expires_at: expiresAt, now: then }: FoundState): Date =>
    new Date(now() + Number(expiresAt) - Number(then));
  const storedOf = (row: FoundState): StoredValue => ({
    value: JSON.parse(row.value) as Json,
    revision: Number(row.revision),
    expiresAt: expiryOf(row),
  });

  return {
    ...(source === "database" && { now: databaseNow }),
    async get(key) {
      const [row] = await queries.get({ key, now: now() });
      return row && storedOf(row);
    },
    async list(prefix, { beyond, max = maxRows } = {}) {
      const ttl = Math.max(0, (beyond?.getTime() ?? 0) - now());
      const rows = await queries.list(prefix, { now: now(), ttl, max });
      return rows.map((row) => ({ key: row.key, ...storedOf(row) }));
    },
    insert,
    put: async (key, value, expiresAt) => void (await write(queries.put, key, value, expiresAt)),
    async replace(key, expected, value, expiresAt) {
      const given = stateRowOf(key, value, expiresAt ?? new Date(0), now());
      return (await queries.replace({ ...given, expected, keeps: expiresAt ? 0 : 1 })).length > 0;
    },
    delete: async (key) => (await queries.remove({ key, now: now() })).length > 0,
    async increment(key, by, expiresAt) {
      const [row] = await queries.increment(stateRowOf(key, by, expiresAt, now()));
      await sweep();
      if (!row) throw new Error("the database did not say what it has counted");
      return { value: Number(row.value), expiresAt: expiryOf(row) };
    },
    close: () => database.destroy(),
  };
}

function stateRowOf(key: string, value: Json, expiresAt: Date, now: number) {
  return { key, value: JSON.stringify(value), revision: newRevision(), ttl: expiresAt.getTime() - now, now };
}

/** A random revision: a value that was deleted and written again never has its old one. */
function newRevision(): number {
  return randomInt(1, 2 ** 47);
}

/**
 * Occasionally removes a batch of expired rows, which are invisible anyway. It may fail, for
 * example because of a concurrent clean-up, and must not fail the write before it.
 */
function lazySweep(queries: StateQueries, now: () => number): () => Promise<void> {
  let writes = 0;
  return async () => {
    if (++writes % writesBetweenSweeps !== 0) return;
    const given = { now: now(), grace: sweepGraceMs };
    try {
      await queries.announceSweep(given);
      await queries.sweep(given);
    } catch {
      // The next clean-up does it.
    }
  };
}
