import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { flag, portOf, readCommandLine as readLine, takes, UsageError } from "@proviso/terminal";
import type { CommandLine, ExitCode, HelpArgument, HelpPage, ProcessStreams } from "@proviso/terminal";
import type { GatewayOptions, UpstreamSettings } from "../serve/open-gateway.ts";
import { defaultDataFolder, nameOfSource } from "../state/data-folder.ts";
import { inboxLevels, outputRules, unlistedRules } from "../tools/gateway-tool.ts";
import type { InboxLevel, OutputRule, UnlistedRule } from "../tools/gateway-tool.ts";
import type { UpstreamSource } from "../upstream/source.ts";

/** Where a command prints. Standard output belongs to the protocol while a host is served over stdio. */
export interface GatewayHost extends Omit<ProcessStreams, "progress"> {
  readonly cwd: string;
}

export interface GatewayCommand {
  readonly page: HelpPage;
  run(words: readonly string[], host: GatewayHost): Promise<ExitCode>;
}

/** The options of `proviso gateway`, with their help. */
export const gatewayArgs: Readonly<Record<string, HelpArgument>> = {
  upstream: takes(
    "name",
    "The server of this name below `gateway:` in proviso.yaml, with its options; several share one session, and without it all do.",
    { multiple: true },
  ),
  config: takes("file", "The file that names the servers; by default the proviso.yaml of this folder."),
  url: takes("url", "The upstream at this address, by Streamable HTTP."),
  contracts: takes("folder", "The contracts of the upstream's tools; without them, no tool has one."),
  shadow: takes(
    "folder",
    "Contracts that judge each call too, without a vote; differences are written to shadow.jsonl in the data folder.",
  ),
  unlisted: oneOf(
    unlistedRules,
    "What is done with a tool without a contract: ask before each call, hide it, or refuse.",
  ),
  trust: oneOf(["hints"], "Run tools without a contract unasked that their server calls reads."),
  outputs: oneOf(
    outputRules,
    "Refuse a result that does not fit its contract, pass it on with a warning, or pass all on unchecked.",
  ),
  meets: takes("text", "An entry of `execution.requirements` that is met; may be given several times.", {
    multiple: true,
  }),
  toolset: takes(
    "terms",
    "Serve only these tools: domain:NAME, risk:LEVEL (at most), permission:NAME or names, after commas; given again, it narrows.",
    { multiple: true },
  ),
  discovery: oneOf(
    ["search"],
    "List three tools, with which a model searches, describes and calls all others.",
  ),
  "first-tools": takes("terms", "Tools that are listed beside the three; turns --discovery on."),
  name: takes("word", "A word for the upstream, in approvals and the trail."),
  data: takes(
    "folder",
    "The folder for trail, approvals and pins; by default one of its own in your home folder.",
  ),
  "env-file": takes("file", "More variables for the upstream's process, as NAME=value lines."),
  "headers-file": takes("file", "Headers for the upstream's address, as Name: value lines."),
  listen: takes("port", "Serve hosts by Streamable HTTP on this port of loopback, instead of stdio."),
  "inbox-port": takes("port", "The port of the inbox on loopback; by default a free one."),
  "inbox-from": oneOf(
    inboxLevels,
    "From this risk level up only the inbox approves; below it, a host that can show a question asks its own user.",
  ),
  "no-inbox": flag("Open no inbox: only a host that can show a question can approve."),
  ledger: flag("Print which promises of each contract hold here; serve nothing."),
  json: flag("With --ledger: print one JSON object for machines."),
};

/** The first choice is the default, where there are several. */
function oneOf(options: readonly string[], description: string): HelpArgument {
  const fallback = options.length > 1 ? ` Defaults to ${options[0]}.` : "";
  return { type: "enum", options, description: description + fallback };
}

/** One upstream of a command line, with the folders that its contracts are in. */
export interface UpstreamLine extends Omit<UpstreamSettings, "contracts"> {
  readonly contracts?: string;
  readonly shadow?: string;
}

/** What a gateway is opened with, but for what a folder or a file holds. */
export interface GatewayCommandLine extends Omit<GatewayOptions, "upstreams" | "state" | "report"> {
  readonly upstreams: readonly UpstreamLine[];
  readonly data: string;
  readonly listen?: number;
  readonly ledger: boolean;
  readonly json: boolean;
}

/** Reads a command line with one upstream. Throws a `UsageError` that says what to write. */
export function readCommandLine(words: readonly string[], cwd: string): GatewayCommandLine {
  const line = readLine(gatewayArgs, words);
  const source = sourceOf(line, cwd);
  const name = line.text("name") ?? nameOfSource(source);
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(name))
    throw new UsageError(`\`--name\` must be a word such as \`files\`, and not \`${name}\``);
  const [data, contracts, shadow] = ["data", "contracts", "shadow"].map((key) => {
    const path = line.text(key);
    return path === undefined ? undefined : resolve(cwd, path);
  });
  const listen = portOf("listen", line.text("listen"));
  const firstTools = line.text("first-tools");
  const upstream: UpstreamLine = {
    name,
    source,
    ...(contracts !== undefined && { contracts }),
    ...(shadow !== undefined && { shadow }),
    unlisted: (line.text("unlisted") ?? unlistedRules[0]) as UnlistedRule,
    trustsHints: line.has("trust"),
    outputs: (line.text("outputs") ?? outputRules[0]) as OutputRule,
    meets: line.all("meets"),
  };
  return {
    name,
    upstreams: [upstream],
    data: data ?? defaultDataFolder(name, source),
    ...(!line.has("no-inbox") && { inboxPort: portOf("inbox-port", line.text("inbox-port")) ?? 0 }),
    inboxFrom: (line.text("inbox-from") ?? inboxLevels[0]) as InboxLevel,
    ...(listen !== undefined && { listen }),
    toolset: line.all("toolset"),
    ...(line.has("discovery") && { discovery: "search" }),
    ...(firstTools !== undefined && { firstTools }),
    ledger: line.has("ledger"),
    json: line.has("json"),
  };
}

function sourceOf(line: CommandLine, cwd: string): UpstreamSource {
  const url = line.text("url");
  const [program, ...args] = line.command;
  if ((url === undefined) === (program === undefined))
    throw new UsageError("name one upstream: `proviso gateway -- COMMAND ARGUMENTS`, or `--url URL`");
  if (program !== undefined) {
    const file = line.text("env-file");
    const env = file === undefined ? {} : (parseEnv(readOwnFile(file, cwd)) as Record<string, string>);
    return { command: program, args, env };
  }
  if (!URL.canParse(url ?? "") || !/^https?:$/.test(new URL(url ?? "").protocol))
    throw new UsageError(`\`--url\` must be an http or https address, and not \`${url}\``);
  return { url: new URL(url ?? ""), headers: headersOf(line.text("headers-file"), cwd) };
}

/** From the environment and a file, as `Name: value` lines; of two with one name, the file's counts. */
function headersOf(file: string | undefined, cwd: string): Readonly<Record<string, string>> {
  const { PROVISO_UPSTREAM_TOKEN: token, PROVISO_UPSTREAM_HEADERS: given = "" } = process.env;
  return {
    ...(token && { Authorization: `Bearer ${token}` }),
    ...headersIn(given, "PROVISO_UPSTREAM_HEADERS"),
    ...(file !== undefined && headersIn(readOwnFile(file, cwd), file)),
  };
}

function headersIn(text: string, from: string): Readonly<Record<string, string>> {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== "");
  return Object.fromEntries(
    lines.map((line) => {
      const [, name, value] = /^([\w-]+):\s*(.+)$/.exec(line) ?? [];
      if (name === undefined || value === undefined)
        throw new UsageError(`a line of ${from} is no header: expected \`Name: value\``);
      return [name, value.trim()];
    }),
  );
}

/** A file with secrets: one that others can read is refused. */
function readOwnFile(file: string, cwd: string): string {
  const path = resolve(cwd, file);
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found?.isFile()) throw new UsageError(`there is no file ${path}`);
  if (process.platform !== "win32" && (found.mode & 0o077) !== 0)
    throw new UsageError(`others can read ${path}, which holds credentials: \`chmod 600 ${path}\``);
  return readFileSync(path, "utf8");
}
