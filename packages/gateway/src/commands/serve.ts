import { join } from "node:path";
import process from "node:process";
import { escapeText, type Manifest } from "@proviso/manifest";
import type { DurableState } from "@proviso/server";
import { exitCodes, printTable, reasonOf, UsageError, type ExitCode } from "@proviso/terminal";
import { linkCommand } from "../approvals/link-command.ts";
import type { Candidate } from "../calls/candidate.ts";
import { holdingWords, ledgerOf } from "../ledger/ledger.ts";
import { streamTransport } from "../protocol/sdk.ts";
import { openGateway, type Gateway } from "../serve/open-gateway.ts";
import { acceptCommand, openState } from "../state/data-folder.ts";
import { hostToken } from "../state/host-token.ts";
import type { GatewayCommandLine, GatewayHost } from "./options.ts";

/** Serves until the host closes standard input, or a signal arrives. */
export async function serve(line: GatewayCommandLine, host: GatewayHost): Promise<ExitCode> {
  const gateway = await openFromLine(line, host);
  const { err } = host;
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
    if (line.listen !== undefined) return;
    process.stdin.once("end", () => resolve());
    process.stdin.once("close", () => resolve());
  });
  const { inboxUrl } = gateway;
  if (inboxUrl !== undefined)
    err(
      `proviso gateway: people approve at ${inboxUrl}; \`${linkCommand(line.data, inboxUrl)}\` signs in${line.inboxPort === 0 ? "; with `--inbox-port PORT` the address and its links outlive this process" : ""}`,
    );
  try {
    if (line.listen === undefined) {
      const { closed } = await gateway.connect(streamTransport(process.stdin, process.stdout));
      await Promise.race([closed, stopped]);
    } else {
      const { file, token } = hostToken(line.data);
      const { url } = await gateway.listen(line.listen, token).catch((cause: NodeJS.ErrnoException) => {
        if (cause.code !== "EADDRINUSE") throw cause;
        throw new UsageError(`port ${line.listen} is taken: name another with \`--listen\``, { cause });
      });
      err(`proviso gateway: serving ${url}; hosts send the bearer token in ${file}`);
      await stopped;
    }
  } finally {
    await gateway.close();
  }
  return exitCodes.clean;
}

/** Lists the upstreams' tools, and prints how each clause of their contracts holds. */
export async function printLedger(line: GatewayCommandLine, host: GatewayHost): Promise<ExitCode> {
  const gateway = await openFromLine(line, host);
  try {
    const { tools, findings } = await gateway.look();
    const rows = [...tools.values()].flatMap(ledgerOf);
    const blocked = [...tools.values()].flatMap(({ definition, blocked: reason, change = reason }) =>
      change === undefined ? [] : [{ tool: definition.name, problem: change }],
    );
    const whole = { gateway: line.name, clauses: rows, refused: [...findings, ...blocked] };
    const cells = rows.map(({ tool, clause, holding, reason }) => {
      return [escapeText(tool), clause, holdingWords[holding], reason];
    });
    const table = printTable(["tool", "clause", "holds", "because"], cells, host);
    host.out(line.json ? JSON.stringify(whole, null, 2) : table);
    return exitCodes.clean;
  } finally {
    await gateway.close();
  }
}

/** Opens the gateway that a command line describes. */
export async function openFromLine(line: GatewayCommandLine, { err }: GatewayHost): Promise<Gateway> {
  const { data, ledger, inboxPort, listen: _port, json: _json, ...given } = line;
  const report = (text: string): void => err(`proviso gateway: ${escapeText(text)}`);
  const upstreams = await Promise.all(
    line.upstreams.map(async ({ contracts, shadow: _shadow, ...each }) => ({
      ...each,
      ...(contracts !== undefined && { contracts: await contractsOf(contracts, each.name) }),
    })),
  );
  const candidate = ledger ? undefined : await candidateIn(line, report);
  return openGateway({
    ...given,
    upstreams,
    state: stateIn(data),
    acceptCommand: acceptCommand(data),
    ...(inboxPort !== undefined && !ledger && { inboxPort }),
    ...(candidate && { candidate }),
    report,
  });
}

/** A candidate that cannot be read changes nothing, but that nothing is judged. */
async function candidateIn(
  { data, upstreams }: GatewayCommandLine,
  report: (text: string) => void,
): Promise<Candidate | undefined> {
  const [judged] = upstreams.filter(({ shadow }) => shadow !== undefined);
  if (judged?.shadow === undefined) return undefined;
  if (upstreams.length > 1)
    throw new UsageError("`shadow` judges the calls of one server: start that one alone");
  try {
    return { contracts: await contractsOf(judged.shadow, judged.name), file: join(data, "shadow.jsonl") };
  } catch (error) {
    report(`nothing is judged by ${judged.shadow}: ${reasonOf(error)}`);
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
