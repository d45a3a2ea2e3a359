import { generateKeyPairSync } from "node:crypto";
import type { Insertable } from "kysely";
import type { Database } from "./schema.ts";
import seedRows from "./seed-rows.json" with { type: "json" };
import type { Calendar, Insert } from "./seeding.ts";

/** A value of a row, or a time that is known at seeding; `daysAgo` and `dateAgo` as in `Calendar`. */
type Cell = string | number | null | { readonly [unit in keyof Calendar]?: number };

/** The tables of `seed-rows.json`: what the company works with. And a new private key. */
export async function seedWork(insert: Insert, calendar: Calendar): Promise<void> {
  for (const [table, rows] of Object.entries<readonly object[]>(seedRows))
    await insert(
      table as keyof Database,
      rows.map((row) => timed(row as Record<string, Cell>, calendar)) as Insertable<
        Database[keyof Database]
      >[],
    );
  const { privateKey } = generateKeyPairSync("ed25519");
  const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
  await insert("privateKeys", [{ name: "invoice-signing", pem }]);
}

function timed(row: Readonly<Record<string, Cell>>, { daysAgo, dateAgo }: Calendar): object {
  const cells = Object.entries(row).map(([name, cell]) => {
    if (typeof cell !== "object" || cell === null) return [name, cell];
    return [name, cell.daysAgo === undefined ? dateAgo(cell.dateAgo ?? 0) : daysAgo(cell.daysAgo)];
  });
  return Object.fromEntries(cells) as object;
}
