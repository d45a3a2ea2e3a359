import type { Kysely } from "kysely";
import { seedBilling } from "./seed-billing.ts";
import { seedPeople } from "./seed-people.ts";
import { seedWork } from "./seed-work.ts";
import type { Database } from "./schema.ts";
import type { Calendar, Insert } from "./seeding.ts";

/** Fills an empty database with Nordlicht, a small company that makes opticians' software. */
export async function seed(database: Kysely<Database>, now: Date): Promise<void> {
  const insert: Insert = async (table, rows) => {
    // SQLite takes at most 32,766 parameters in a statement; batches of fifty stay far below
    for (let i = 0; i < rows.length; i += 50)
      await database
        .insertInto(table)
        .values(rows.slice(i, i + 50))
        .execute();
  };
  const daysAgo = (days: number): string => new Date(now.getTime() - days * 86_400_000).toISOString();
  const calendar: Calendar = { daysAgo, dateAgo: (days) => daysAgo(days).slice(0, 10) };
  const customers = await seedPeople(insert, calendar);
  await seedBilling(insert, calendar, customers);
  await seedWork(insert, calendar);
}
