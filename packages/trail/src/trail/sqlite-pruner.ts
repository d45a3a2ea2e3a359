import { Kysely } from "kysely";
import { nodeSqliteDialect } from "@proviso/server";
import type { Tables } from "@proviso/server/storage";
import type { Pruner } from "./pruner.ts";
import { sqlPruner } from "./sql-pruner.ts";

/** Removes records from a SQLite file, which a server may go on writing to. */
export function sqlitePruner(file: string): Pruner {
  const database = new Kysely<Tables>({ dialect: nodeSqliteDialect(file) });
  return sqlPruner(database, () => database.destroy());
}
