import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { UsageError } from "@proviso/terminal";
import type { Oracle } from "../model.ts";
import { changesOf } from "./changes.ts";

const maxRows = 50_000;

/** The files of a database: its rows are watched, not its pages. */
export const databaseFile: RegExp = /\.(sqlite3?|db)(-(wal|shm|journal))?$/i;

/** Rows of SQLite databases, by table. */
export const sqlite: Oracle = {
  name: "sqlite",
  summary: "Rows of SQLite databases, by table: --sqlite FILE, and databases in the disposable folder.",
  async open({ options, folder }) {
    const given = options["sqlite"] === undefined ? [] : [resolve(options["sqlite"])];
    if (given.length === 0 && folder === undefined) return undefined;
    const find = async (): Promise<readonly string[]> => {
      const found = folder === undefined ? [] : await databasesIn(folder);
      return [...new Set([...given.filter((path) => existsSync(path)), ...found])];
    };
    return {
      name: "sqlite",
      watches: `the rows of ${[...given, ...(folder === undefined ? [] : [`SQLite files below ${folder}`])].join(" and of ")}`,
      async snapshot() {
        const rows: Record<string, string> = {};
        for (const path of await find()) await readRows(path, rows);
        return rows;
      },
      compare: (before, after) => changesOf("sqlite", before, after),
      close: async () => {},
    };
  },
};

const isDatabase = (name: string): boolean => databaseFile.test(name) && !/-(wal|shm|journal)$/.test(name);

async function databasesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  return names.filter(isDatabase).map((name) => join(folder, name));
}

/** Adds a digest for each row, by `file table/key`. Throws a `UsageError` for a file that is no database. */
async function readRows(path: string, rows: Record<string, string>): Promise<void> {
  const database = await openDatabase(path);
  try {
    const tables = database.prepare(
      "select name from sqlite_schema where type = 'table' and name not like 'sqlite_%'",
    );
    for (const { name } of tables.all()) readTable(database, `${basename(path)} `, String(name), rows);
    if (Object.keys(rows).length > maxRows) throw new UsageError(`${path} has more than ${maxRows} rows`);
  } finally {
    database.close();
  }
}

async function openDatabase(path: string): Promise<DatabaseSync> {
  try {
    // Loaded late: some releases of Node.js warn that it is new.
    const { DatabaseSync } = await import("node:sqlite");
    return new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function readTable(
  database: DatabaseSync,
  prefix: string,
  table: string,
  rows: Record<string, string>,
): void {
  const columns = database.prepare("select name, pk from pragma_table_info(?) order by pk").all(table);
  const keys = columns.filter(({ pk }) => Number(pk) > 0).map(({ name }) => String(name));
  const statement = database.prepare(`select * from "${table.replaceAll('"', '""')}"`);
  statement.setReadBigInts(true);
  let count = 0;
  for (const row of statement.iterate()) {
    const text = JSON.stringify(row, (_key, value: unknown) =>
      typeof value === "bigint" ? String(value) : value,
    );
    const digest = createHash("sha256").update(text).digest("hex").slice(0, 24);
    // Rows without a key are told apart by what they hold.
    const key = keys.length > 0 ? keys.map((name) => String(row[name])).join(",") : digest;
    rows[`${prefix}${table}/${key}`] = digest;
    if (++count > maxRows) break;
  }
}
