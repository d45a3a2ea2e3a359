import { Kysely, PostgresDialect, sql } from "kysely";
import { type PostgresAccess, leasing, openConnections, startWithinMs } from "@proviso/server/postgres";
import type { Tables } from "@proviso/server/storage";
import type { AuditTrail } from "./audit-trail.ts";
import { sqlTrail } from "./sql-trail.ts";

/** Reads a PostgreSQL database's trail, unchanged. Rejects if it cannot be reached. */
export async function readPostgresAudit(access: PostgresAccess): Promise<AuditTrail> {
  const pool = leasing(openConnections(access, 1), startWithinMs);
  const database = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return sqlTrail(database, async () => {
    const begin = database.startTransaction().setIsolationLevel("repeatable read").setAccessMode("read only");
    const snapshot = await begin.execute();
    // Reading may take long.
    await sql`set local idle_in_transaction_session_timeout = 0`.execute(snapshot);
    return snapshot;
  });
}
