import { randomBytes } from "node:crypto";
import { canonicalJson, type JsonObject } from "@proviso/manifest";
import { reasonOf, UsageError } from "@proviso/terminal";
import type { Client } from "pg";
import type { Oracle, Snapshot } from "../model.ts";
import { maxRows, rowOf } from "./rows.ts";

/** Rows of a PostgreSQL schema, by table. On a disposable target the schema is made, and dropped at the end. */
export const postgres: Oracle = async ({ options, folder }) => {
  const url = options["postgres"];
  if (url === undefined) return undefined;
  const client = await connect(url);
  const own = folder === undefined ? undefined : `proviso_verify_${randomBytes(6).toString("hex")}`;
  if (own !== undefined) await client.query(`create schema ${own}`);
  const schema = own ?? String((await client.query("select current_schema() as name")).rows[0]?.["name"]);
  return {
    name: "postgres",
    watches: `the rows of the PostgreSQL schema ${schema}`,
    placeholders: { postgres: own === undefined ? url : withSchema(url, own) },
    snapshot: () => readRows(client, schema),
    async close() {
      if (own !== undefined) await client.query(`drop schema if exists ${own} cascade`).catch(() => {});
      await client.end();
    },
  };
};

async function connect(url: string): Promise<Client> {
  const { default: pg } = await import("pg").catch(() => {
    throw new UsageError("`--postgres` needs a package: `npm install --save-dev pg`");
  });
  const client = new pg.Client({ connectionString: url });
  await client.connect().catch((error: unknown) => {
    throw new UsageError(`the database cannot be reached: ${reasonOf(error)}`);
  });
  return client;
}

function withSchema(url: string, schema: string): string {
  const address = new URL(url);
  address.searchParams.set("options", `-c search_path=${schema}`);
  return address.href;
}

const keyColumns = `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
  where i.indisprimary and i.indrelid = format('%I.%I', $1::text, $2::text)::regclass order by a.attnum`;

async function readRows(client: Client, schema: string): Promise<Snapshot> {
  const found: [string, string][] = [];
  const query = "select tablename as name from pg_tables where schemaname = $1";
  const tables = await client.query<{ readonly name: string }>(query, [schema]);
  for (const { name } of tables.rows) {
    const keys = (await client.query(keyColumns, [schema, name])).rows.map((row) => String(row["name"]));
    const quoted = [schema, name].map((each) => `"${each.replaceAll('"', '""')}"`).join(".");
    const text = `select to_jsonb(t) as row from ${quoted} t limit ${maxRows + 1}`;
    const { rows } = await client.query<{ readonly row: JsonObject }>(text);
    if (rows.length > maxRows) throw new UsageError(`the table ${name} has more than ${maxRows} rows`);
    found.push(...rows.map(({ row }) => rowOf(name, keys, row, canonicalJson(row))));
  }
  return Object.fromEntries(found);
}
