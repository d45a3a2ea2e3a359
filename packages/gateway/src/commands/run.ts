import { existsSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { exitCodes, printHelp, processStreams, textOf, UsageError, valuesOf } from "@proviso/terminal";
import type { ExitCode, HelpPage } from "@proviso/terminal";
import { defaultDataFolder } from "../state/data-folder.ts";
import { gatewayArgs, readCommandLine, readOptions } from "./options.ts";
import type { GatewayCommand, GatewayCommandLine, GatewayHost } from "./options.ts";

interface ListedCommand {
  readonly name: string;
  readonly summary: string;
  load(): Promise<GatewayCommand>;
}

/** The commands beside the gateway itself, in the order in which help lists them. */
export const gatewayCommands: readonly ListedCommand[] = [
  {
    name: "accept",
    summary: "Show what changed in the upstream's tools, and accept the change of one.",
    load: async () => (await import("./accept.ts")).accept,
  },
  {
    name: "install",
    summary: "Put the gateway in front of the servers in a host's configuration.",
    load: async () => (await import("./install.ts")).install,
  },
  {
    name: "uninstall",
    summary: "Put the servers in a host's configuration back as they were.",
    load: async () => (await import("./install.ts")).uninstall,
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
  const command = await gatewayCommands.find(({ name }) => name === first)?.load();
  const end = words.indexOf("--");
  const own = command ? rest : words.slice(0, end < 0 ? words.length : end);
  if (own.includes("--help") || own.includes("-h")) {
    host.out(printHelp(command?.page ?? page, host));
    return exitCodes.clean;
  }
  if (command) return command.run(rest, host);
  const line = await readWholeCommandLine(words, host.cwd);
  const { printLedger, serve } = await import("./serve.ts");
  return line.ledger ? printLedger(line, host) : serve(line, host);
}

/** A command line with the options of the upstreams that it names in `proviso.yaml`; those on the line itself win. */
export async function readWholeCommandLine(
  words: readonly string[],
  cwd: string,
): Promise<GatewayCommandLine> {
  const end = words.indexOf("--");
  const given = end < 0 ? words : words.slice(0, end);
  const values = readOptions(given);
  const [chosen, config] = [valuesOf(values["upstream"]), textOf(values["config"])];
  const file = resolve(cwd, config ?? "proviso.yaml");
  const isAlone = end >= 0 || values["url"] !== undefined;
  if (chosen.length === 0 && config === undefined && (isAlone || !existsSync(file)))
    return readCommandLine(words, cwd);
  if (isAlone) throw new UsageError("proviso.yaml names the server: write no command and no address");
  // Loaded late: it loads the compiler.
  const { namedUpstreams } = await import("./named-upstream.ts");
  const named = namedUpstreams(file, chosen);
  const isOne = named.length === 1;
  const lines = named.map(({ name, options, command, settings }) => {
    const last = isOne ? [] : ["--name", name];
    const line = readCommandLine([...options, ...given, ...last, "--", ...command], cwd);
    return { ...line, upstreams: line.upstreams.map((each) => ({ ...each, ...settings })) };
  });
  const [first] = lines;
  if (!first) throw new UsageError(`${file} names no servers below \`gateway:\``);
  if (isOne) return first;
  if (process.env["PROVISO_UPSTREAM_TOKEN"] || process.env["PROVISO_UPSTREAM_HEADERS"])
    throw new UsageError(
      "the credentials of PROVISO_UPSTREAM_TOKEN and PROVISO_UPSTREAM_HEADERS would go to every server: write `headers-file` for each",
    );
  const upstreams = lines.flatMap((line) => line.upstreams);
  const name = textOf(values["name"]) ?? "gateway";
  const byDefault = defaultDataFolder(name, ...upstreams.map(({ source }) => source));
  return { ...first, name, upstreams, data: values["data"] === undefined ? byDefault : first.data };
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
