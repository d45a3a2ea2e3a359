import { createHash, randomBytes } from "node:crypto";
import { canonicalJson, type JsonObject } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";
import type { Client } from "pg";
import type { Oracle } from "../model.ts";
import { changesOf } from "./changes.ts";

const maxRows = 50_000;

/** Rows of a PostgreSQL schema, by table. On a disposable target the schema is made, and dropped at the end. */
export const postgres: Oracle = {
  name: "postgres",
  summary:
    "Rows of a PostgreSQL database, by table: --postgres URL; {postgres} is the address of a schema of its own.",
  async open({ options, folder }) {
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
      compare: (before, after) => changesOf("postgres", before, after),
      async close() {
        if (own !== undefined) await client.query(`drop schema if exists ${own} cascade`).catch(() => {});
        await client.end();
      },
    };
  },
};

async function connect(url: string): Promise<Client> {
  const { default: pg } = await import("pg").catch(() => {
    throw new UsageError("`--postgres` needs a package: `npm install --save-dev pg`");
  });
  const client = new pg.Client({ connectionString: url });
  try {
    await client.connect();
  } catch (error) {
    throw new UsageError(
      `the database cannot be reached: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return client;
}

function withSchema(url: string, schema: string): string {
  const address = new URL(url);
  address.searchParams.set("options", `-c search_path=${schema}`);
  return address.href;
}

const keyColumns = `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
  where i.indisprimary and i.indrelid = format('%I.%I', $1::text, $2::text)::regclass order by a.attnum`;

async function readRows(client: Client, schema: string): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  const tables = await client.query("select tablename as name from pg_tables where schemaname = $1", [
    schema,
  ]);
  for (const { name } of tables.rows as readonly { readonly name: string }[]) {
    const keys = (await client.query(keyColumns, [schema, name])).rows.map((row) => String(row["name"]));
    const quoted = [schema, name].map((each) => `"${each.replaceAll('"', '""')}"`).join(".");
    const { rows } = await client.query(`select to_jsonb(t) as row from ${quoted} t limit ${maxRows + 1}`);
    if (rows.length > maxRows) throw new UsageError(`the table ${name} has more than ${maxRows} rows`);
    for (const { row } of rows as readonly { readonly row: JsonObject }[]) {
      const digest = createHash("sha256").update(canonicalJson(row)).digest("hex").slice(0, 24);
      const key = keys.length > 0 ? keys.map((column) => String(row[column])).join(",") : digest;
      found[`${name}/${key}`] = digest;
    }
  }
  return found;
}
