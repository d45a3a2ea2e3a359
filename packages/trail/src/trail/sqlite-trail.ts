import { Kysely } from "kysely";
import { nodeSqliteDialect } from "@proviso/server";
import type { Tables } from "@proviso/server/storage";
import type { AuditTrail } from "./audit-trail.ts";
import { existsSync } from "node:fs";
import { headFileOf, readHeadFile } from "./head-file.ts";
import { outsideHeadFile } from "./outside-head.ts";
import { sqlTrail } from "./sql-trail.ts";

/**
 * Reads the trail of a SQLite file without changing it. Rejects if there is no such file.
 * `headFile` has the newest head; by default that of `sqliteState`, or else `FILE.head.json`.
 */
export async function readSqliteAudit(
  file: string,
  { headFile = defaultHeadFile(file) }: { readonly headFile?: string } = {},
): Promise<AuditTrail> {
  // Read before the snapshot, which then cannot be older.
  const pinned = await readHeadFile(headFile);
  const database = new Kysely<Tables>({ dialect: nodeSqliteDialect(file, { readOnly: true }) });
  const trail = await sqlTrail(database, () => database.startTransaction().execute());
  return { ...trail, pinned };
}

function defaultHeadFile(file: string): string {
  const [beside, outside] = [headFileOf(file), outsideHeadFile(file)];
  return existsSync(outside) ? outside : beside;
}
