import { escapeText, type Manifest } from "@proviso/manifest";
import { openGateway, type Gateway } from "../serve/open-gateway.ts";
import { openState } from "../state/data-folder.ts";
import type { GatewayCommandLine } from "./options.ts";
import type { GatewayHost } from "./host.ts";

/** Opens the gateway that a command line describes. */
export async function openFromLine(line: GatewayCommandLine, { err }: GatewayHost): Promise<Gateway> {
  const { contracts: folder, data, listen: _listen, ledger, json: _json, inboxPort, ...options } = line;
  const contracts = folder === undefined ? undefined : await contractsOf(folder, line.name);
  const state = openState(data);
  return openGateway({
    ...options,
    state,
    ...(contracts && { contracts }),
    ...(inboxPort !== undefined && !ledger && { inboxPort }),
    report: (text) => err(`proviso gateway: ${escapeText(text)}`),
  });
}

/** Loaded only if there are contracts. */
async function contractsOf(folder: string, product: string): Promise<Manifest> {
  const { readContracts } = await import("../tools/read-contracts.ts");
  return readContracts(folder, product);
}
