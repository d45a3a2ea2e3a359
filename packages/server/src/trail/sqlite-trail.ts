import { Kysely } from "kysely";
import { nodeSqliteDialect } from "../stores/node-sqlite-dialect.ts";
import type { Tables } from "../stores/tables.ts";
import type { AuditTrail } from "./audit-trail.ts";
import { sqlTrail } from "./sql-trail.ts";

/** Reads the trail of a SQLite file, and changes nothing. Rejects if there is no such file. */
export async function readSqliteAudit(file: string): Promise<AuditTrail> {
  const database = new Kysely<Tables>({ dialect: nodeSqliteDialect(file, { readOnly: true }) });
  return sqlTrail(database, () => database.startTransaction().execute());
}
