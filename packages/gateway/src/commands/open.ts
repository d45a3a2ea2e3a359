import { join } from "node:path";
import { escapeText, type Manifest } from "@proviso/manifest";
import type { Candidate } from "../calls/candidate.ts";
import { openGateway, type Gateway } from "../serve/open-gateway.ts";
import type { DurableState } from "@proviso/server";
import { UsageError } from "@proviso/terminal";
import { acceptCommand, openState } from "../state/data-folder.ts";
import type { GatewayCommandLine } from "./options.ts";
import type { GatewayHost } from "./host.ts";

/** Opens the gateway that a command line describes. */
export async function openFromLine(line: GatewayCommandLine, { err }: GatewayHost): Promise<Gateway> {
  const { contracts: folder, data, inboxPort, json: _j, ledger, listen: _l, shadow, ...options } = line;
  const contracts = folder === undefined ? undefined : await contractsOf(folder, line.name);
  const report = (text: string): void => err(`proviso gateway: ${escapeText(text)}`);
  const candidate = shadow === undefined || ledger ? undefined : await candidateIn(shadow, line, report);
  return openGateway({
    ...options,
    state: stateIn(data),
    acceptCommand: acceptCommand(data),
    ...(contracts && { contracts }),
    ...(inboxPort !== undefined && !ledger && { inboxPort }),
    ...(candidate && { candidate }),
    report,
  });
}

/** A candidate that cannot be read changes nothing, but that nothing is judged. */
async function candidateIn(
  folder: string,
  { data, name }: GatewayCommandLine,
  report: (text: string) => void,
): Promise<Candidate | undefined> {
  try {
    return { contracts: await contractsOf(folder, name), file: join(data, "shadow.jsonl") };
  } catch (error) {
    report(`nothing is judged by ${folder}: ${error instanceof Error ? error.message : "unknown error"}`);
    return undefined;
  }
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
