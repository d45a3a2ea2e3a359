import { Client, DatabaseError, Pool, type PoolClient } from "pg";

export type { PoolClient };

/** How to reach a PostgreSQL database: a connection string, or a pool of the host. */
export interface PostgresAccess {
  /** `postgresql://user:password@host:5432/database`, with any parameter that `pg` knows. */
  readonly connectionString?: string;
  /**
   * A `Pool` of `pg`, for example one that state store and audit trail share. Use it for nothing
   * else, because its connections get settings that we rely on. Its owner ends it.
   */
  readonly pool?: Pool;
}

/** Identifies the database, including what `pg` takes from the environment. */
export function databaseAddress({ connectionString, pool }: PostgresAccess): {
  readonly host: string;
  readonly port: number;
  readonly database: string;
} {
  const { host, port, database = "" } = new Client(pool ? pool.options : { connectionString });
  return { host, port, database };
}

/** The source of connections. */
export interface ConnectionSource {
  connect(): Promise<PoolClient>;
  /** May be called several times. */
  end(): Promise<void>;
}

const connectWithinMs = 10_000;
/** Milliseconds for which no connection is requested after the database accepted no more. */
const fullForMs = 10_000;

/** Connections that are lost when the database goes away, and made again when it is back. */
export function openConnections(
  { connectionString, pool }: PostgresAccess,
  connections: number,
): ConnectionSource {
  if (!Number.isSafeInteger(connections) || connections < 1)
    throw new TypeError("`connections` must be a whole number of at least 1");
  if (pool && connectionString === undefined) {
    bearErrors(pool);
    return { connect: () => pool.connect(), end: async () => {} };
  }
  if (connectionString !== undefined && !pool) return ownPool(connectionString, connections);
  throw new TypeError("give either `connectionString` or `pool`");
}

function ownPool(connectionString: string, connections: number): ConnectionSource {
  const pool = new Pool({
    connectionString,
    max: connections,
    // Connections stay open: others may use all that the database allows meanwhile.
    min: 1,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    application_name: "proviso",
  });
  let widening: NodeJS.Timeout | undefined;
  let ending: Promise<void> | undefined;
  bearErrors(pool);

  /** Waits for one of the existing connections. */
  function narrow(): void {
    pool.options.max = Math.max(1, pool.totalCount);
    clearTimeout(widening);
    widening = setTimeout(() => {
      pool.options.max = connections;
    }, fullForMs).unref();
  }

  return {
    end: () => (ending ??= pool.end()),
    async connect() {
      try {
        return await pool.connect();
      } catch (error) {
        if (isFull(error)) narrow();
        throw error;
      }
    },
  };
}

/** Ignores errors of idle connections, which would end the process; the next statement fails. */
function bearErrors(pool: Pool): void {
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
}

/** Whether the database has too many connections: its own limit, the role's, or the server's. */
export function isFull(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "53300";
}

/**
 * Whether the database refused the statement and the connection can be reused: not after
 * read_only_sql_transaction (the session stays so), nor after a shutdown or start (class 57P).
 */
export function isAnswer(error: unknown): boolean {
  return error instanceof DatabaseError && !/^(25006|57P|08)/.test(error.code ?? "");
}

/**
 * Whether the database refused what is to be stored: class 22 (data), 23 and 44 (constraints), 54
 * (limits), and errors that a trigger raises.
 */
export function isAboutValues(error: unknown): boolean {
  return error instanceof DatabaseError && /^(22|23|44|54|P0)/.test(error.code ?? "");
}
