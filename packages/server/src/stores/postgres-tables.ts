import { longestTimer } from "@proviso/manifest";
import { Kysely, PostgresDialect, sql, type PostgresPool } from "kysely";
import { needsMigration, migratePostgres } from "./migrate-postgres.ts";
import { reasonOf, type OutageOptions } from "./outage.ts";
import { callWithinMs, DatabaseHangs, leasing, startWithinMs } from "./postgres-lease.ts";
import { databaseAddress, isFull, openConnections, type PostgresAccess } from "./postgres-pool.ts";
import type { Tables } from "./tables.ts";

/** How long a call may wait for the database. */
export interface AnswerTime {
  /**
   * Milliseconds in which the database must give a connection, and answer a statement of a call. Defaults to 1500, so that calls
   * are answered within two seconds even if it hangs. Give more where it is slow, and calls should wait rather than be refused.
   */
  readonly answerWithinMs?: number;
}

export interface PostgresTables {
  readonly database: Kysely<Tables>;
  /** Kysely's `destroy` does nothing for an instance that was never used. */
  close(): Promise<void>;
}

/** Opens, creates or updates our tables in PostgreSQL. Rejects if the database is not there. */
export async function openPostgresTables(
  access: PostgresAccess & AnswerTime,
  connections: number,
): Promise<PostgresTables> {
  const { answerWithinMs = callWithinMs } = access;
  if (!Number.isInteger(answerWithinMs) || answerWithinMs < 1 || answerWithinMs > longestTimer)
    throw new TypeError(`\`answerWithinMs\` must be a whole number from 1 to ${longestTimer}`);
  const source = openConnections(access, connections);
  try {
    await mustHoldUnicode(tablesOver(leasing(source, startWithinMs)));
    if (await needsMigration(tablesOver(leasing(source, startWithinMs))))
      await migratePostgres(tablesOver(leasing(source, migrateWithinMs)));
  } catch (error) {
    await source.end();
    throw new Error(`the PostgreSQL database cannot be used: ${reasonOf(error)}`, { cause: error });
  }
  return { database: tablesOver(leasing(source, answerWithinMs)), close: () => source.end() };
}

/** Throws unless the database uses UTF-8: others would refuse some texts of callers. */
async function mustHoldUnicode(database: Kysely<Tables>): Promise<void> {
  const { rows } = await sql<{ server_encoding: string }>`show server_encoding`.execute(database);
  const encoding = rows[0]?.server_encoding;
  if (encoding !== "UTF8")
    throw new Error(
      `its encoding is ${encoding}, which cannot hold all Unicode characters: make another database with \`createdb --encoding=UTF8 --template=template0 NAME\`, and restore a dump of this one there to keep its content`,
    );
}

/** Milliseconds: an index over millions of rows takes minutes, and other servers wait. */
const migrateWithinMs = 10 * 60_000;

function tablesOver(pool: PostgresPool): Kysely<Tables> {
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
}

/** Names a database in messages to an operator, without anything that may hold a password. */
export function databaseResource(
  access: PostgresAccess,
): Pick<OutageOptions, "resource" | "what" | "remedy"> {
  const { host, port, database } = databaseAddress(access);
  return {
    resource: JSON.stringify([host, port, database]),
    what: `the PostgreSQL database ${database}`.trimEnd(),
    remedy: remedyForDatabase,
  };
}

function remedyForDatabase(error: unknown): string {
  if (isFull(error)) return "raise `max_connections`, or give each server fewer `connections`";
  if (error instanceof DatabaseHangs)
    return "check whether the database process is stopped or its machine overloaded";
  if (error instanceof Error && "code" in error && error.code === "25006")
    return "make the database writable, or name the primary in the connection string";
  return "check whether the database runs and can be reached";
}
