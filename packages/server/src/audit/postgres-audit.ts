import { sql, type Kysely } from "kysely";
import type { AuditEntry, AuditSink } from "../ports.ts";
import { openPostgresTables } from "../stores/postgres-tables.ts";
import type { Tables } from "../stores/tables.ts";
import { insertRecords, selectHead, selectRecords } from "./audit-table.ts";
import { groupedAudit } from "./grouped-audit.ts";
import { chainEntries, genesis } from "./record.ts";

export interface PostgresAuditOptions {
  /** `postgresql://user:password@host:5432/database`; it may be the store's. */
  readonly connectionString: string;
  /** The chain to continue. Defaults to "main". Several processes may extend one chain, one after the other. */
  readonly writer?: string;
}

/** Keeps our locks apart from those of others in the same database. */
const auditLock = 770_978;

/** Rejects if the database cannot be used. If it goes away later every entry is refused until it is back. */
export async function postgresAudit(options: PostgresAuditOptions): Promise<AuditSink> {
  const { connectionString, writer = "main" } = options;
  const database = await openPostgresTables({ connectionString, connections: 1 });
  return groupedAudit({
    write: (entries) => extend(database, writer, entries),
    close: () => database.destroy(),
  });
}

/** All records of a database, each writer's in order, for `verifyAudit`. */
export async function readPostgresAudit({
  connectionString,
}: Pick<PostgresAuditOptions, "connectionString">): Promise<readonly unknown[]> {
  const database = await openPostgresTables({ connectionString, connections: 1 });
  try {
    return await selectRecords(database);
  } finally {
    await database.destroy();
  }
}

/** Under a lock, in which those who wait take turns: racing for the end of the chain would starve the slower. */
async function extend(
  database: Kysely<Tables>,
  writer: string,
  entries: readonly AuditEntry[],
): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(${auditLock}, hashtext(${writer}))`.execute(transaction);
    const head = (await selectHead(transaction, writer)) ?? genesis;
    await insertRecords(transaction, chainEntries(entries, writer, head));
  });
}
