import process from "node:process";
import {
  exitCodes,
  printHelp,
  processStreams,
  UsageError,
  type ExitCode,
  type HelpPage,
} from "@proviso/terminal";
import { gatewayArgs, readWholeCommandLine, type GatewayHost } from "./options.ts";

interface GatewayCommand {
  readonly name: string;
  readonly summary: string;
  load(): Promise<{
    readonly page: HelpPage;
    run(words: readonly string[], host: GatewayHost): Promise<ExitCode>;
  }>;
}

/** The commands beside the gateway itself, in the order in which help lists them. */
export const gatewayCommands: readonly GatewayCommand[] = [
  {
    name: "accept",
    summary: "Show what changed in the upstream's tools, and accept the change of one.",
    load: () => import("./accept.ts"),
  },
  {
    name: "install",
    summary: "Put the gateway in front of the servers in a host's configuration.",
    load: () => import("./install.ts"),
  },
  {
    name: "uninstall",
    summary: "Put the servers in a host's configuration back as they were.",
    load: () => import("./uninstall.ts"),
  },
];

/** Runs one command line. Never throws: every result has an exit code. */
export async function run(
  words: readonly string[],
  host: GatewayHost = { ...processStreams(), cwd: process.cwd() },
): Promise<ExitCode> {
  try {
    return await dispatch(words, host);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    // `err` escapes what is hidden; the lines and spaces of diagnostics stay.
    host.err(`proviso gateway: ${error instanceof Error ? error.message : "unknown error"}`);
    if (isUsage) host.err("proviso gateway --help lists the options");
    return isUsage ? exitCodes.usage : exitCodes.internal;
  }
}

async function dispatch(words: readonly string[], host: GatewayHost): Promise<ExitCode> {
  const [first, ...rest] = words;
  const command = gatewayCommands.find(({ name }) => name === first);
  if (command) {
    const loaded = await command.load();
    return asksForHelp(rest) ? help(loaded.page, host) : loaded.run(rest, host);
  }
  const end = words.indexOf("--");
  if (asksForHelp(end < 0 ? words : words.slice(0, end))) return help(page, host);
  const line = await readWholeCommandLine(words, host.cwd);
  const { printLedger, serve } = await import("./serve.ts");
  return line.ledger ? printLedger(line, host) : serve(line, host);
}

function asksForHelp(words: readonly string[]): boolean {
  return words.includes("--help") || words.includes("-h");
}

function help(shown: HelpPage, host: GatewayHost): ExitCode {
  host.out(printHelp(shown, host));
  return exitCodes.clean;
}

const page: HelpPage = {
  name: "proviso gateway",
  summary: "Puts contracts in front of an MCP server that somebody else wrote.",
  usage: "proviso gateway [OPTIONS] -- PROGRAM [ARGUMENTS]",
  args: gatewayArgs,
  commands: gatewayCommands,
  notes: [
    "The server is what follows `--`, or `--url`. A host starts the gateway in the place of the server.",
    "Servers and their options can stand in proviso.yaml: `gateway: { files: { command: [node, server.js], trust: hints } }`. `--upstream files` starts one; without it all are served in one session, and the names of their tools begin with `files_`.",
    "Credentials for the server come from the environment or a file; what a host sends as its own is never passed on.",
  ],
  examples: [
    "proviso gateway -- npx -y @modelcontextprotocol/server-filesystem /data",
    "proviso gateway --contracts contracts --trust hints -- python3 server.py",
    "proviso gateway --ledger -- npx -y @modelcontextprotocol/server-filesystem /data",
  ],
  exitCodes,
};
