import { nodeSqliteDialect } from "@proviso/server";
import { Kysely } from "kysely";
import { createTables, type Database } from "./schema.ts";
import { seed } from "./seed.ts";

export interface Databases {
  /** For handlers. */
  readonly writable: Kysely<Database>;
  /** For plans: a connection on which SQLite refuses every write. */
  readonly readOnly: Kysely<Database>;
  close(): Promise<void>;
}

/** Opens the backoffice's database; a new one is filled with the sample company as of `now`. */
export async function openDatabase(file: string, now: Date): Promise<Databases> {
  const writable = new Kysely<Database>({ dialect: nodeSqliteDialect(file) });
  await writable.transaction().execute(async (transaction) => {
    await createTables(transaction);
    const { count } = await transaction
      .selectFrom("account")
      .select((query) => query.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (count === 0) await seed(transaction, now);
  });
  const readOnly = new Kysely<Database>({ dialect: nodeSqliteDialect(file, { readOnly: true }) });
  return {
    writable,
    readOnly,
    async close() {
      await Promise.all([writable.destroy(), readOnly.destroy()]);
    },
  };
}
