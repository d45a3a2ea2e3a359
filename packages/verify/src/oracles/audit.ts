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
  return {
    name: "audit",
    watches: `the records in ${path}`,
    async snapshot() {
      const lines = databaseFile.test(path) ? await recordsIn(path) : await linesOf(path);
      return Object.fromEntries(lines.map((line, index) => [`${eventOf(line)} ${index + 1}`, line]));
    },
  };
};

async function linesOf(path: string): Promise<readonly string[]> {
  const text = await readFile(path, "utf8").catch(() => "");
  return text.split("\n").filter((line) => line.trim() !== "");
}

/** A server makes its database when it starts. */
async function recordsIn(path: string): Promise<readonly string[]> {
  if (!existsSync(path)) return [];
  const database = await openDatabase(path);
  try {
    const has = "select 1 from sqlite_schema where name = 'proviso_audit'";
    if (!database.prepare(has).get()) return [];
    const rows = database.prepare("select record from proviso_audit order by writer, sequence").all();
    return rows.map(({ record }) => String(record));
  } finally {
    database.close();
  }
}

/** The event that a record is about: `event`, or `type` (CloudEvents). */
function eventOf(line: string): string {
  const record = parseJson(line);
  if (record === undefined) return "unreadable";
  const { event, type } = isObject(record) ? record : {};
  return String(event ?? type ?? "record");
}
