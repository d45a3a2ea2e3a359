import type { DatabaseSync } from "node:sqlite";

/** The rows of each table, by row id, as JSON. */
export type Rows = ReadonlyMap<string, ReadonlyMap<number, string>>;

/** What became different in the product's world. */
export interface Change {
  readonly created: readonly TableRow[];
  readonly updated: readonly TableRow[];
  readonly deleted: readonly TableRow[];
  readonly mails: number;
}

interface TableRow {
  readonly table: string;
}

export function readRows(database: DatabaseSync): Rows {
  const names = "select name from sqlite_master where type = 'table' and name not like 'sqlite_%'";
  const rowsOf = (table: string): ReadonlyMap<number, string> => {
    const rows = database.prepare(`select rowid as "row id", * from "${table}"`).all();
    return new Map(rows.map(({ "row id": id, ...row }) => [Number(id), JSON.stringify(row)]));
  };
  const tables = database.prepare(`${names} order by name`).all();
  return new Map(tables.map(({ name }) => [String(name), rowsOf(String(name))]));
}

export function changeBetween(before: Rows, after: Rows, mails: number): Change {
  const rowsWhere = (isSo: (was: string | undefined, is: string | undefined) => boolean): TableRow[] =>
    [...after].flatMap(([table, rows]) => {
      const known = before.get(table) ?? new Map<number, string>();
      const ids = [...new Set([...known.keys(), ...rows.keys()])];
      return ids.filter((id) => isSo(known.get(id), rows.get(id))).map(() => ({ table }));
    });
  return {
    created: rowsWhere((was) => was === undefined),
    updated: rowsWhere((was, is) => was !== undefined && is !== undefined && was !== is),
    deleted: rowsWhere((_, is) => is === undefined),
    mails,
  };
}

export function isNothing({ created, updated, deleted, mails }: Change): boolean {
  return created.length + updated.length + deleted.length + mails === 0;
}

/** Such as `2 created in orders, 1 mails`. */
export function changeText({ mails, ...rows }: Change): string {
  const parts = Object.entries(rows).flatMap(([word, changed]) =>
    [...Map.groupBy(changed, ({ table }) => table)].map(
      ([table, { length }]) => `${length} ${word} in ${table}`,
    ),
  );
  if (mails > 0) parts.push(`${mails} mails`);
  return parts.join(", ") || "nothing changed";
}
