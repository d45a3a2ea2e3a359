import type { Kysely } from "kysely";
import type { Database } from "../database/schema.ts";

/** Returns the addresses to which mail has bounced before: nothing may be sent there. */
export async function blockedAddresses(
  database: Kysely<Database>,
  addresses: readonly string[],
): Promise<readonly string[]> {
  const rows = await database
    .selectFrom("contacts")
    .select("email")
    .distinct()
    .where("deliverable", "=", 0)
    .where("email", "in", addresses)
    .orderBy("email")
    .execute();
  return rows.map((row) => row.email);
}
