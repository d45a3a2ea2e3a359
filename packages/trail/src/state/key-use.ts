import { existsSync } from "node:fs";
import { join } from "node:path";
import { Kysely } from "kysely";
import { nodeSqliteDialect } from "@proviso/server";
import type { Tables } from "@proviso/server/storage";
import { parseLine } from "../trail/json-lines.ts";
import { readHead } from "../trail/head.ts";
import type { KeyEntry } from "./keys-in.ts";
import { databaseFile } from "./sqlite-state.ts";

/** What still needs a key. */
export interface KeyUse {
  /** Stored values that only this key opens. */
  readonly values: number;
  /** When the last of them expires. */
  readonly until?: Date;
  /** The writers whose chains end with a signature by this key. */
  readonly writers: readonly string[];
}

/**
 * What in the database of a `sqliteState` folder needs a key; undefined without a database.
 * Receipts of dry runs live for minutes, do not name their key, and are not counted.
 */
export async function keyUse(folder: string, { kind, id }: KeyEntry): Promise<KeyUse | undefined> {
  const file = join(folder, databaseFile);
  if (!existsSync(file)) return undefined;
  const database = new Kysely<Tables>({ dialect: nodeSqliteDialect(file, { readOnly: true }) });
  try {
    if (kind === "audit") return { values: 0, writers: await writersEndingWith(database, id) };
    const { count, until } = await database
      .selectFrom("proviso_state")
      .select(({ fn }) => [fn.countAll<number>().as("count"), fn.max("expires_at").as("until")])
      .where("value", "like", `%"${id}.%`)
      .where("expires_at", ">", Date.now())
      .executeTakeFirstOrThrow();
    return { values: Number(count), ...(until !== null && { until: new Date(until) }), writers: [] };
  } finally {
    await database.destroy();
  }
}

async function writersEndingWith(database: Kysely<Tables>, id: string): Promise<readonly string[]> {
  const rows = await database.selectFrom("proviso_audit_head").select("head").orderBy("writer").execute();
  const heads = rows.flatMap(({ head }) => readHead(parseLine(head)) ?? []);
  return heads.filter(({ keyId }) => keyId === id).map(({ writer }) => writer);
}
