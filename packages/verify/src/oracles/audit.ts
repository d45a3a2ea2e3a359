import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { isObject } from "@proviso/manifest";
import { parseJson } from "@proviso/terminal";
import type { Oracle } from "../model.ts";
import { databaseFile, openDatabase } from "./sqlite.ts";

/** Records of an audit trail: a file with one JSON object a line, or the SQLite file of a server of Proviso. */
export const audit: Oracle = async ({ options }) => {
  if (options["audit"] === undefined) return undefined;
  const path = resolve(options["audit"]);
  const read = databaseFile.test(path) ? recordsOf(path) : () => linesOf(path);
  return {
    name: "audit",
    watches: `the records in ${path}`,
    snapshot: async () => Object.fromEntries(await read()),
  };
};

type Named = readonly [name: string, line: string];

const named = (line: string, index: number): Named => [`${eventOf(line)} ${index + 1}`, line];

async function linesOf(path: string): Promise<readonly Named[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map(named);
}

/** Each look reads what a database has gained since the last one. A server makes its database when it starts. */
function recordsOf(path: string): () => Promise<readonly Named[]> {
  const found: Named[] = [];
  let last = 0;
  return async () => {
    if (!existsSync(path)) return found;
    const database = await openDatabase(path);
    try {
      const has = "select 1 from sqlite_schema where name = 'proviso_audit'";
      if (!database.prepare(has).get()) return found;
      const { newest } = database.prepare("select max(rowid) as newest from proviso_audit").get() ?? {};
      // The folder was made anew.
      if (Number(newest ?? 0) < last) [found.length, last] = [0, 0];
      const added = "select rowid, record from proviso_audit where rowid > ? order by rowid";
      for (const { rowid, record } of database.prepare(added).iterate(last)) {
        found.push(named(String(record), found.length));
        last = Number(rowid);
      }
      return found;
    } finally {
      database.close();
    }
  };
}

/** The event that a record is about: `event`, or `type` (CloudEvents). */
function eventOf(line: string): string {
  const record = parseJson(line);
  if (record === undefined) return "unreadable";
  const { event, type } = isObject(record) ? record : {};
  return String(event ?? type ?? "record");
}
