import { Client, DatabaseError, Pool, type PoolClient } from "pg";

export type { PoolClient };

/** How a PostgreSQL database is reached: by a string, or through a pool of the host. Give one of the two. */
export interface PostgresAccess {
  /** `postgresql://user:password@host:5432/database`, with any parameter that `pg` knows. */
  readonly connectionString?: string;
  /**
   * A `Pool` of `pg`: one that state store and audit trail share, or with credentials of its own. Use it for nothing else, because its
   * connections get settings that we rely on. Whoever made it ends it.
   */
  readonly pool?: Pool;
}

/** Which database it is, with what `pg` takes from the environment. */
export function addressOf({ connectionString, pool }: PostgresAccess): {
  readonly host: string;
  readonly port: number;
  readonly database: string;
} {
  const { host, port, database = "" } = new Client(pool ? pool.options : { connectionString });
  return { host, port, database };
}

/** Where connections come from. */
export interface ConnectionSource {
  connect(): Promise<PoolClient>;
  /** Any number of times. */
  end(): Promise<void>;
}

const connectWithinMs = 10_000;
/** After the database took no more connections none is asked for this long, in milliseconds. */
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
    // Where other servers have taken all that the database allows, a closed connection could not be made again.
    min: 1,
    connectionTimeoutMillis: connectWithinMs,
    keepAlive: true,
    application_name: "proviso",
  });
  let widening: NodeJS.Timeout | undefined;
  let ending: Promise<void> | undefined;
  bearErrors(pool);

  /** Whoever needs a connection waits for one of those that there are. */
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

/** Without a listener a connection that breaks ends the process. Whoever uses it is told by the statement that fails. */
function bearErrors(pool: Pool): void {
  pool.on("error", () => {});
  pool.on("connect", (client) => void client.on("error", () => {}));
}

/** too_many_connections: of the database, of the role, or of the whole server. */
export function isFull(error: unknown): boolean {
  return error instanceof DatabaseError && error.code === "53300";
}

/**
 * Whether the database refused a statement, and this connection is as good as a new one. It is not after read_only_sql_transaction, for
 * a session that began read-only stays so, nor after the server said that it shuts down or starts (class 57P).
 */
export function isAnswer(error: unknown): boolean {
  return error instanceof DatabaseError && !/^(25006|57P|08)/.test(error.code ?? "");
}
