import { exitCodes, printTable, type ExitCode } from "@proviso/terminal";
import { escapeText } from "@proviso/manifest";
import { holdingWords } from "../ledger/clauses.ts";
import { ledgerOf } from "../ledger/ledger.ts";
import { openFromLine } from "./open.ts";
import type { GatewayCommandLine } from "./options.ts";
import type { GatewayHost } from "./host.ts";

/** Lists the upstream's tools, and prints how each clause of their contracts holds. */
export async function printLedger(line: GatewayCommandLine, host: GatewayHost): Promise<ExitCode> {
  const gateway = await openFromLine(line, host);
  try {
    const { tools, findings } = await gateway.look();
    const rows = [...tools.values()].flatMap((tool) => ledgerOf(tool, { outputs: line.outputs }));
    if (line.json) {
      const blocked = [...tools.values()].flatMap(({ definition, blocked: reason, change = reason }) =>
        change === undefined ? [] : [{ tool: definition.name, problem: change }],
      );
      host.out(
        JSON.stringify({ gateway: line.name, clauses: rows, refused: [...findings, ...blocked] }, null, 2),
      );
      return exitCodes.clean;
    }
    const cells = rows.map(({ tool, clause, holding, reason }) => [
      escapeText(tool),
      clause,
      holdingWords[holding],
      reason,
    ]);
    host.out(printTable(["tool", "clause", "holds", "because"], cells, host));
    return exitCodes.clean;
  } finally {
    await gateway.close();
  }
}
