import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import { nextCursor, type PageRequest, readPage } from "./paging.ts";
import type { Database } from "./schema.ts";

type Row<Table extends keyof Database> = Selectable<Database[Table]>;
/** Tables whose rows have an identifier. */
type Identified = {
  [Table in keyof Database]: Row<Table> extends { readonly id: string } ? Table : never;
}[keyof Database];

/** Values that rows have; one that is undefined may be any. */
type Values<Table extends keyof Database> = {
  readonly [Name in keyof Row<Table>]?: Row<Table>[Name] | undefined;
};

/** The rows of a table that have these values, in the order of a column. */
export async function rowsWith<Table extends keyof Database>(
  database: Kysely<Database>,
  table: Table,
  values: Values<Table>,
  order: (keyof Row<Table> & string) | "rowid" = "rowid",
): Promise<readonly Row<Table>[]> {
  const query = sql<Row<Table>>`select * ${having(table, values)} order by ${sql.ref(order)}`;
  return (await query.execute(database)).rows;
}

function having<Table extends keyof Database>(table: Table, values: Values<Table>) {
  const stated = Object.entries(values).filter(([, value]) => value !== undefined);
  const tests = stated.map(([name, value]) => sql` and ${sql.ref(name)} = ${value}`);
  return sql`from ${sql.table(table)} where true ${sql.join(tests, sql` `)}`;
}

/** A page of such rows, how many there are, and the cursor of the next page. */
export async function pageWith<Table extends keyof Database>(
  database: Kysely<Database>,
  table: Table,
  values: Values<Table>,
  order: string,
  request: PageRequest,
): Promise<{ readonly rows: readonly Row<Table>[]; readonly total: number; readonly nextCursor?: string }> {
  const found = having(table, values);
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(database);
  const page = readPage(request);
  const ordered = sql<
    Row<Table>
  >`select * ${found} order by ${sql.raw(order)} limit ${page.limit} offset ${page.offset}`;
  const [{ total } = { total: 0 }] = counted.rows;
  return { rows: (await ordered.execute(database)).rows, total, ...nextCursor(page, total) };
}

/** The row with this identifier. */
export async function rowById<Table extends Identified>(
  database: Kysely<Database>,
  table: Table,
  id: string,
): Promise<Row<Table> | undefined> {
  const [row] = await rowsWith(database, table, { id } as Partial<Row<Table>>);
  return row;
}

/** The company's own account, the one row of its table. */
export function ownAccount(database: Kysely<Database>): Promise<Row<"account">> {
  return database.selectFrom("account").selectAll().executeTakeFirstOrThrow();
}

export async function insertRow<Table extends keyof Database>(
  database: Kysely<Database>,
  table: Table,
  row: Insertable<Database[Table]>,
): Promise<void> {
  await database.insertInto(table).values(row).execute();
}

/** Changes the row with this identifier. */
export async function updateRow<Table extends Identified>(
  database: Kysely<Database>,
  table: Table,
  id: string,
  changes: Partial<Row<Table>>,
): Promise<void> {
  const sets = Object.entries(changes).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`update ${sql.table(table)} set ${sql.join(sets)} where id = ${id}`.execute(database);
}
