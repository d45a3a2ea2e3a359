import { existsSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { exitCodes, processStreams, readCommandLine as readLine } from "@proviso/terminal";
import { runTask, splitWords, UsageError } from "@proviso/terminal";
import type { ExitCode, HelpPage } from "@proviso/terminal";
import { accept } from "./accept.ts";
import { install, uninstall } from "./install.ts";
import { defaultDataFolder } from "../state/data-folder.ts";
import { gatewayArgs, readCommandLine } from "./options.ts";
import type { GatewayCommand, GatewayCommandLine, GatewayHost } from "./options.ts";

const commands: Readonly<Record<string, GatewayCommand>> = { accept, install, uninstall };

/** The commands beside the gateway itself, in the order in which help lists them. */
export const gatewayCommands: NonNullable<HelpPage["commands"]> = Object.entries(commands).map(
  ([name, { page }]) => ({ name, summary: page.summary }),
);

/** Runs one command line. Never throws: every result has an exit code. */
export async function run(
  words: readonly string[],
  host: GatewayHost = { ...processStreams(), cwd: process.cwd() },
): Promise<ExitCode> {
  const [first = "", ...rest] = words;
  const command = Object.hasOwn(commands, first) ? commands[first] : undefined;
  if (command) return runTask(command.page, rest, host, () => command.run(rest, host));
  return runTask(page, words, host, async () => {
    const line = await readWholeCommandLine(words, host.cwd);
    const { printLedger, serve } = await import("./serve.ts");
    return line.ledger ? printLedger(line, host) : serve(line, host);
  });
}

/** A command line with the options of the upstreams that it names in `proviso.yaml`; those on the line itself win. */
export async function readWholeCommandLine(
  words: readonly string[],
  cwd: string,
): Promise<GatewayCommandLine> {
  const line = readLine(gatewayArgs, words);
  const [given] = splitWords(words);
  const [chosen, config] = [line.all("upstream"), line.text("config")];
  const file = resolve(cwd, config ?? "proviso.yaml");
  const isAlone = words.includes("--") || line.has("url");
  if (chosen.length === 0 && config === undefined && (isAlone || !existsSync(file)))
    return readCommandLine(words, cwd);
  if (isAlone) throw new UsageError("proviso.yaml names the server: write no command and no address");
  // Loaded late: it loads the compiler.
  const { namedUpstreams } = await import("./named-upstream.ts");
  const named = namedUpstreams(file, chosen);
  const isOne = named.length === 1;
  const lines = named.map(({ name, options, command, settings }) => {
    const last = isOne ? [] : ["--name", name];
    const one = readCommandLine([...options, ...given, ...last, "--", ...command], cwd);
    return { ...one, upstreams: one.upstreams.map((each) => ({ ...each, ...settings })) };
  });
  const [first] = lines;
  if (!first) throw new UsageError(`${file} names no servers below \`gateway:\``);
  if (isOne) return first;
  if (process.env["PROVISO_UPSTREAM_TOKEN"] || process.env["PROVISO_UPSTREAM_HEADERS"])
    throw new UsageError(
      "the credentials of PROVISO_UPSTREAM_TOKEN and PROVISO_UPSTREAM_HEADERS would go to every server: write `headers-file` for each",
    );
  const upstreams = lines.flatMap((each) => each.upstreams);
  const name = line.text("name") ?? "gateway";
  const byDefault = defaultDataFolder(name, ...upstreams.map(({ source }) => source));
  return { ...first, name, upstreams, data: line.has("data") ? first.data : byDefault };
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
