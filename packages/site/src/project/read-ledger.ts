import { escapeText } from "@proviso/manifest";
import { z } from "astro/zod";
import { readShape } from "./read-shape.ts";

const text = z.string().transform(escapeText);
const row = z.object({ contract: text, clause: text, holding: text, reason: text });
const ledgerShape = z.object({ gateway: text, clauses: z.array(row) });

/** How one clause of a tool's contract holds behind a gateway. */
export type LedgerRow = z.infer<typeof row>;

/** The clauses of each tool, by its name in the contract. */
export type LedgerTools = Readonly<Record<string, readonly LedgerRow[]>>;

/** Reads what `proviso gateway --ledger --json` has printed. Throws an error that says what to do. */
export async function readLedger(file: string): Promise<LedgerTools> {
  const advice = "is no ledger: write it with `proviso gateway --ledger --json`";
  const found = await readShape(file, ledgerShape, advice);
  return Object.fromEntries(Map.groupBy(found.clauses, ({ contract }) => contract));
}
