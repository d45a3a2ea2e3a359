import type { PostgresPool, PostgresPoolClient } from "kysely";
import { DatabaseError, Pool, type PoolClient } from "pg";

export interface PostgresPoolOptions {
  /** `postgresql://user:password@host:5432/database`, with any parameter that `pg` knows. */
  readonly connectionString: string;
  /** How many connections there may be at once. */
  readonly connections: number;
}

/** Whoever waits longer than this, in milliseconds, is told that the database is not there. */
const connectWithinMs = 5000;
const answerWithinMs = 10_000;

/**
 * Our statements rely on seeing what was committed before them, and on a commit that survives a crash, whatever the
 * defaults of the database say; stricter settings of durability are left alone. A transaction of a machine that vanished
 * must not hold its locks for long.
 */
const session = `select set_config('default_transaction_isolation', 'read committed', false),
  set_config('statement_timeout', '${answerWithinMs}', false),
  set_config('idle_in_transaction_session_timeout', '${answerWithinMs}', false),
  case when current_setting('synchronous_commit') = 'off' then set_config('synchronous_commit', 'on', false) end`;

/** A pool that loses its connections when the database goes away, and makes new ones when it is back. */
export function postgresPool({ connectionString, connections }: PostgresPoolOptions): PostgresPool {
  const pool = new Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: connectWithinMs,
    query_timeout: answerWithinMs,
    keepAlive: true,
    application_name: "proviso",
  });
  const prepared = new WeakSet<PoolClient>();
  // Without a listener a connection that breaks ends the process. Whoever uses it is told by the statement that fails.
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
  return {
    options: {},
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect();
      const leased = lease(client);
      if (!prepared.has(client)) await prepare(leased);
      prepared.add(client);
      return leased;
    },
  };
}

async function prepare(client: PostgresPoolClient): Promise<void> {
  try {
    await client.query(session, []);
  } catch (error) {
    client.release(true);
    throw error;
  }
}

/** A connection goes back to the pool only if the database answered all it was asked. */
function lease(client: PoolClient): PostgresPoolClient {
  let broken = false;
  const query = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    try {
      return await client.query(text, [...values]);
    } catch (error) {
      broken ||= !(error instanceof DatabaseError);
      throw error;
    }
  };
  return {
    // Kysely's other form of `query`, with a cursor, is for streams, which nobody here uses.
    query: query as PostgresPoolClient["query"],
    release: (destroy) => client.release(destroy === true || broken),
  };
}
