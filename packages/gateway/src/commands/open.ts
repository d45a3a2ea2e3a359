import { escapeText, type Manifest } from "@proviso/manifest";
import { openGateway, type Gateway } from "../serve/open-gateway.ts";
import type { DurableState } from "@proviso/server";
import { UsageError } from "@proviso/terminal";
import { acceptCommand, openState } from "../state/data-folder.ts";
import type { GatewayCommandLine } from "./options.ts";
import type { GatewayHost } from "./host.ts";

/** Opens the gateway that a command line describes. */
export async function openFromLine(line: GatewayCommandLine, { err }: GatewayHost): Promise<Gateway> {
  const { contracts: folder, data, listen: _listen, ledger, json: _json, inboxPort, ...options } = line;
  const contracts = folder === undefined ? undefined : await contractsOf(folder, line.name);
  return openGateway({
    ...options,
    state: stateIn(data),
    acceptCommand: acceptCommand(data),
    ...(contracts && { contracts }),
    ...(inboxPort !== undefined && !ledger && { inboxPort }),
    report: (text) => err(`proviso gateway: ${escapeText(text)}`),
  });
}

/** Names the command by which an operator accepts a folder that was put back to an older day. */
function stateIn(folder: string): DurableState {
  try {
    return openState(folder);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "PutBack") throw error;
    throw new UsageError(
      `${error.message}, here with \`${acceptCommand(folder)} --restored --reason TEXT\``,
      { cause: error },
    );
  }
}

/** Loaded only if there are contracts. */
async function contractsOf(folder: string, product: string): Promise<Manifest> {
  const { readContracts } = await import("proviso/contracts");
  return readContracts(folder, product);
}
