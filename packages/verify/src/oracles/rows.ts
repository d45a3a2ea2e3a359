import { hash } from "node:crypto";

/** More rows than this are not watched: each snapshot reads all. */
export const maxRows = 50_000;

/** The name and digest of a row. Rows without a key are told apart by what they hold. */
export function rowOf(table: string, keys: readonly string[], row: object, text: string): [string, string] {
  const digest = hash("sha256", text).slice(0, 24);
  const values = row as Readonly<Record<string, unknown>>;
  return [`${table}/${keys.length > 0 ? keys.map((key) => String(values[key])).join(",") : digest}`, digest];
}
