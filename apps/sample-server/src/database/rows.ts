import { type Kysely, sql } from "kysely";
import type { Database } from "./schema.ts";

/** Whether a table of the sample database has a row with this identifier. */
export async function exists(
  database: Kysely<Database>,
  table: "customers" | "projects",
  id: string,
): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(table)} where id = ${id}`.execute(database);
  return rows.length > 0;
}
