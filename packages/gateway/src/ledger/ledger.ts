import type { JsonObject } from "@proviso/manifest";
import type { GatewayTool } from "../tools/gateway-tool.ts";
import type { OutputRule } from "../tools/enforced-contract.ts";
import { clauses, holdings, type ClauseHolding, type LedgerTool } from "./clauses.ts";

export interface LedgerOptions {
  readonly outputs: OutputRule;
}

/** A row of the ledger. A type alias, because it is JSON. */
export type LedgerRow = { readonly tool: string; readonly clause: string } & ClauseHolding;

/** Which clauses of a tool's contract hold behind the gateway, and why. */
export function ledgerOf(tool: GatewayTool, options: LedgerOptions): readonly LedgerRow[] {
  const subject: LedgerTool = { ...tool, ...options };
  return Object.entries(clauses).flatMap(([clause, read]) => {
    const found = read(subject);
    return found ? [{ tool: tool.definition.name, clause, ...found }] : [];
  });
}

/** The clauses by how they hold: what the record of a call says. */
export function ledgerNote(tool: GatewayTool, options: LedgerOptions): JsonObject {
  const rows = ledgerOf(tool, options);
  return Object.fromEntries(
    holdings.flatMap((holding) => {
      const names = rows.filter((row) => row.holding === holding).map(({ clause }) => clause);
      return names.length > 0 ? [[holding, names]] : [];
    }),
  );
}
