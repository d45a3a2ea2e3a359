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
  readonly row: string;
}

export function readRows(database: DatabaseSync): Rows {
  const tables = database
    .prepare("select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name")
    .all()
    .map(({ name }) => String(name));
  return new Map(
    tables.map((table) => [
      table,
      new Map(
        database
          .prepare(`select rowid as "row id", * from "${table}"`)
          .all()
          .map(({ "row id": id, ...row }) => [Number(id), JSON.stringify(row)]),
      ),
    ]),
  );
}

export function changeBetween(before: Rows, after: Rows, mails: number): Change {
  const created: TableRow[] = [];
  const updated: TableRow[] = [];
  const deleted: TableRow[] = [];
  for (const [table, rows] of after) {
    const known = before.get(table) ?? new Map<number, string>();
    for (const [id, row] of rows)
      if (!known.has(id)) created.push({ table, row });
      else if (known.get(id) !== row) updated.push({ table, row });
    for (const [id, row] of known) if (!rows.has(id)) deleted.push({ table, row });
  }
  return { created, updated, deleted, mails };
}

export function isNothing({ created, updated, deleted, mails }: Change): boolean {
  return created.length + updated.length + deleted.length + mails === 0;
}

/** Such as `2 created in orders, 1 mails`. */
export function changeText({ created, updated, deleted, mails }: Change): string {
  const parts = [
    ...counted(created, "created"),
    ...counted(updated, "updated"),
    ...counted(deleted, "deleted"),
    ...(mails === 0 ? [] : [`${mails} mails`]),
  ];
  return parts.length === 0 ? "nothing changed" : parts.join(", ");
}

function counted(rows: readonly TableRow[], word: string): readonly string[] {
  const byTable = Map.groupBy(rows, ({ table }) => table);
  return [...byTable].map(([table, { length }]) => `${length} ${word} in ${table}`);
}
