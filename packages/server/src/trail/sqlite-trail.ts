import { Kysely } from "kysely";
import { nodeSqliteDialect } from "../stores/node-sqlite-dialect.ts";
import type { Tables } from "../stores/tables.ts";
import type { AuditTrail } from "./audit-trail.ts";
import { headFileOf, readHeadFile } from "./head-file.ts";
import { sqlTrail } from "./sql-trail.ts";

/**
 * Reads the trail of a SQLite file, and changes nothing. Rejects if there is no such file. `headFile` is where the newest head is
 * kept outside of it.
 */
export async function readSqliteAudit(
  file: string,
  { headFile = headFileOf(file) }: { readonly headFile?: string } = {},
): Promise<AuditTrail> {
  // Before the snapshot, which then cannot be older.
  const pinned = await readHeadFile(headFile);
  const database = new Kysely<Tables>({ dialect: nodeSqliteDialect(file, { readOnly: true }) });
  const trail = await sqlTrail(database, () => database.startTransaction().execute());
  return { ...trail, pinned };
}
