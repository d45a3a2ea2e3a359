import { setTimeout } from "node:timers/promises";
import type { PostgresPool, PostgresPoolClient } from "kysely";
import { isAnswer, isFull, type ConnectionSource, type PoolClient } from "./postgres-pool.ts";

/** Milliseconds, for calls: they are answered within two seconds even if the database hangs. */
export const callWithinMs = 1500;
/** Milliseconds, for the start of a server and for readers of the trail. */
export const startWithinMs = 10_000;
/** Milliseconds in which a hung database is not asked again: not every call waits for it. */
const restMs = 1000;
const retryMs = 50;

/** The database accepts statements and does not respond. */
export class DatabaseHangs extends Error {
  override readonly name = "DatabaseHangs";
}

/**
 * Our statements rely on seeing what was committed before, and on commits that survive a crash, whatever the database's
 * defaults; stricter durability settings are kept. The database aborts a statement before we do, which distinguishes a slow
 * database from one that hangs. A transaction of a vanished machine must not hold its locks for long.
 */
const session = (withinMs: number): string => `
  select set_config('default_transaction_isolation', 'read committed', false),
  set_config('statement_timeout', '${Math.round(withinMs * 0.9)}', false),
  set_config('idle_in_transaction_session_timeout', '${withinMs}', false),
  case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', false) end`;

/** Leases connections to Kysely. A statement, or a wait for a connection, ends in `withinMs`. */
export function leasing(source: ConnectionSource, withinMs: number): PostgresPool {
  const prepared = new WeakSet<PoolClient>();
  let restsUntil = 0;
  let leases = 0;

  function rest(): void {
    restsUntil = performance.now() + restMs;
  }

  async function connect(): Promise<PostgresPoolClient> {
    if (performance.now() < restsUntil) throw new DatabaseHangs("the database did not answer a moment ago");
    const client = await connected(source, withinMs).catch((error: unknown) => {
      // This process may have held all connections for so long; then the database need not hang.
      if (error instanceof DatabaseHangs && leases === 0) rest();
      throw error;
    });
    leases += 1;
    const leased = lease(client, withinMs, { onHang: rest, onRelease: () => (leases -= 1) });
    if (!prepared.has(client)) await prepare(leased, session(withinMs));
    prepared.add(client);
    return leased;
  }

  return { options: {}, connect, end: () => source.end() };
}

/** Gets a connection. If the database accepts no more, waits for one of ours. */
async function connected(source: ConnectionSource, withinMs: number): Promise<PoolClient> {
  const end = performance.now() + withinMs;
  for (;;) {
    try {
      return await inTime(source.connect(), end - performance.now());
    } catch (error) {
      if (!isFull(error) || performance.now() + retryMs >= end) throw error;
      await setTimeout(retryMs);
    }
  }
}

async function inTime(connecting: Promise<PoolClient>, ms: number): Promise<PoolClient> {
  const done = new AbortController();
  const late = setTimeout(Math.max(0, ms), undefined, { signal: done.signal }).catch(() => undefined);
  try {
    const client = await Promise.race([connecting, late]);
    if (client) return client;
  } finally {
    done.abort();
  }
  connecting.then(
    (unused) => unused.release(),
    () => {},
  );
  throw new DatabaseHangs("the database gave no connection in time");
}

async function prepare(client: PostgresPoolClient, statement: string): Promise<void> {
  try {
    await client.query(statement, []);
  } catch (error) {
    client.release();
    throw error;
  }
}

interface LeaseEvents {
  onHang(): void;
  onRelease(): void;
}

/** A connection returns to the pool only if every statement was answered and the session lives. */
function lease(client: PoolClient, withinMs: number, { onHang, onRelease }: LeaseEvents): PostgresPoolClient {
  let broken: { readonly by: unknown } | undefined;
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    // A rollback would wait behind the unanswered statement, and hide why the connection is broken.
    if (broken) throw broken.by;
    try {
      const config = { text, values: [...values], query_timeout: withinMs };
      return await client.query(config);
    } catch (error) {
      const isLate = isTimeout(error);
      if (isLate) onHang();
      const by = isLate ? new DatabaseHangs("the database does not answer", { cause: error }) : error;
      if (!isAnswer(error)) broken = { by };
      throw by;
    }
  };
  return {
    // Kysely's other form of `query`, with a cursor, is for streams, which are not used here.
    query: query as PostgresPoolClient["query"],
    release(destroy) {
      onRelease();
      client.release(destroy === true || broken !== undefined);
    },
  };
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.message === "Query read timeout";
}
