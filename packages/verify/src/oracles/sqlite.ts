import { existsSync } from "node:fs";
import { basename, resolve } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { reasonOf, UsageError } from "@proviso/terminal";
import type { Oracle } from "../model.ts";
import { entriesBelow } from "./entries-below.ts";
import { maxRows, rowOf } from "./rows.ts";

/** The files of a database: its rows are watched, not its pages. */
export const databaseFile: RegExp = /\.(sqlite3?|db)(-(wal|shm|journal))?$/i;

export const sqlite: Oracle = async ({ options, folder }) => {
  const given = options["sqlite"] === undefined ? [] : [resolve(options["sqlite"])];
  if (given.length === 0 && folder === undefined) return undefined;
  const find = async (): Promise<ReadonlySet<string>> => {
    const found = new Set(given.filter((path) => existsSync(path)));
    if (folder !== undefined)
      for await (const [path] of entriesBelow(folder)) if (isDatabase(path)) found.add(path);
    return found;
  };
  const watched = [...given, ...(folder === undefined ? [] : [`SQLite files below ${folder}`])];
  return {
    name: "sqlite",
    watches: `the rows of ${watched.join(" and of ")}, but not what Proviso keeps of each call`,
    async snapshot() {
      const rows = await Promise.all([...(await find())].map(readRows));
      return Object.fromEntries(rows.flat());
    },
  };
};

const isDatabase = (name: string): boolean => databaseFile.test(name) && !/-(wal|shm|journal)$/.test(name);

/** A digest for each row, by `file table/key`. Throws a `UsageError` for a file that is no database. */
async function readRows(path: string): Promise<readonly (readonly [string, string])[]> {
  const database = await openDatabase(path);
  try {
    const tables = database
      .prepare("select name from sqlite_schema where type = 'table'")
      .all()
      .filter(({ name }) => !/^(?:sqlite|proviso)_/.test(String(name)));
    return tables.flatMap(({ name }) => [...readTable(database, basename(path), String(name))]);
  } finally {
    database.close();
  }
}

/** Opens a database to read. Throws a `UsageError` for a file that is none. */
export async function openDatabase(path: string): Promise<DatabaseSync> {
  // Loaded late: some releases of Node.js warn that it is new.
  const open = import("node:sqlite").then(
    (library) => new library.DatabaseSync(path, { readOnly: true, timeout: 5000 }),
  );
  return open.catch((error: unknown) => {
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}`);
  });
}

const plain = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value);

function readTable(database: DatabaseSync, file: string, table: string): ReadonlyMap<string, string> {
  const rows = new Map<string, string>();
  const columns = database.prepare("select name, pk from pragma_table_info(?) order by pk").all(table);
  const keys = columns.filter(({ pk }) => Number(pk) > 0).map(({ name }) => String(name));
  const statement = database.prepare(`select * from "${table.replaceAll('"', '""')}"`);
  statement.setReadBigInts(true);
  for (const row of statement.iterate()) {
    rows.set(...rowOf(`${file} ${table}`, keys, row, JSON.stringify(row, plain)));
    if (rows.size > maxRows) throw new UsageError(`${file} has more than ${maxRows} rows in ${table}`);
  }
  return rows;
}
