import type { Insertable } from "kysely";
import type { Database } from "./schema.ts";

/** Writes rows of one table. */
export type Insert = <Table extends keyof Database>(
  table: Table,
  rows: readonly Insertable<Database[Table]>[],
) => Promise<void>;

/** Times relative to the moment of seeding, so that the data is always recent. */
export interface Calendar {
  /** ISO 8601, `days` ago; negative for the future. */
  daysAgo(days: number): string;
  /** Only the date. */
  dateAgo(days: number): string;
}
