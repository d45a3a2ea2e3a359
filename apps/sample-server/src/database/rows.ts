import { type Insertable, type Kysely, type Selectable, sql } from "kysely";
import type { Database } from "./schema.ts";

type Row<Table extends keyof Database> = Selectable<Database[Table]>;
/** Tables whose rows have an identifier. */
type Identified = {
  [Table in keyof Database]: Row<Table> extends { readonly id: string } ? Table : never;
}[keyof Database];

/** The rows of a table that have these values, in the order of a column. */
export async function rowsWith<Table extends keyof Database>(
  database: Kysely<Database>,
  table: Table,
  values: Partial<Row<Table>>,
  order: (keyof Row<Table> & string) | "rowid" = "rowid",
): Promise<readonly Row<Table>[]> {
  const tests = Object.entries(values).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const { rows } = await sql<
    Row<Table>
  >`select * from ${sql.table(table)} where ${sql.join(tests, sql` and `)} order by ${sql.ref(order)}`.execute(
    database,
  );
  return rows;
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
