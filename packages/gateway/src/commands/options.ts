import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { flag, readWords, takes, textOf, UsageError, valuesOf } from "@proviso/terminal";
import type { ExitCode, HelpArgument, HelpPage, ProcessStreams, ProgramLine } from "@proviso/terminal";
import type { UpstreamSettings } from "../serve/open-gateway.ts";
import { defaultDataFolder, nameOfSource } from "../state/data-folder.ts";
import { inboxLevels, outputRules, unlistedRules } from "../tools/gateway-tool.ts";
import type { InboxLevel, OutputRule, UnlistedRule } from "../tools/gateway-tool.ts";
import type { ShorterListOptions } from "../tools/shorter-list.ts";
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
  return { type: "string", valueHint: "rule", options, description: description + fallback };
}

/** One upstream of a command line, with the folders that its contracts are in. */
export interface UpstreamLine extends Omit<UpstreamSettings, "contracts"> {
  readonly contracts?: string;
  readonly shadow?: string;
}

export interface GatewayCommandLine extends ShorterListOptions {
  readonly name: string;
  readonly upstreams: readonly UpstreamLine[];
  readonly data: string;
  readonly inboxPort?: number;
  readonly inboxFrom: InboxLevel;
  readonly listen?: number;
  readonly ledger: boolean;
  readonly json: boolean;
}

type Values = ProgramLine["values"];

/** Reads a command line with one upstream. Throws a `UsageError` that says what to write. */
export function readCommandLine(words: readonly string[], cwd: string): GatewayCommandLine {
  const end = words.indexOf("--");
  const values = readOptions(end < 0 ? words : words.slice(0, end));
  const source = sourceOf(values, end < 0 ? [] : words.slice(end + 1), cwd);
  const name = textOf(values["name"]) ?? nameOfSource(source);
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(name))
    throw new UsageError(`\`--name\` must be a word such as \`files\`, and not \`${name}\``);
  const [data, contracts, shadow] = ["data", "contracts", "shadow"].map((key) => textOf(values[key]));
  const listen = portOf(values, "listen");
  const firstTools = textOf(values["first-tools"]);
  const upstream: UpstreamLine = {
    name,
    source,
    ...(contracts !== undefined && { contracts: resolve(cwd, contracts) }),
    ...(shadow !== undefined && { shadow: resolve(cwd, shadow) }),
    unlisted: (textOf(values["unlisted"]) ?? "ask") as UnlistedRule,
    trustsHints: textOf(values["trust"]) === "hints",
    outputs: (textOf(values["outputs"]) ?? "refuse") as OutputRule,
    meets: valuesOf(values["meets"]),
  };
  return {
    name,
    upstreams: [upstream],
    data: data === undefined ? defaultDataFolder(name, source) : resolve(cwd, data),
    ...(values["no-inbox"] !== true && { inboxPort: portOf(values, "inbox-port") ?? 0 }),
    inboxFrom: (textOf(values["inbox-from"]) ?? inboxLevels[0]) as InboxLevel,
    ...(listen !== undefined && { listen }),
    toolset: valuesOf(values["toolset"]),
    ...(values["discovery"] !== undefined && { discovery: "search" }),
    ...(firstTools !== undefined && { firstTools }),
    ledger: values["ledger"] === true,
    json: values["json"] === true,
  };
}

/** Reads the options before `--`. */
export function readOptions(words: readonly string[]): Values {
  const { values, positionals } = readWords(gatewayArgs, words);
  if (positionals.length > 0)
    throw new UsageError(`write \`--\` before the server's command: \`-- ${positionals[0]}\``);
  return values;
}

function sourceOf(values: Values, command: readonly string[], cwd: string): UpstreamSource {
  const url = textOf(values["url"]);
  const [program, ...args] = command;
  if ((url === undefined) === (program === undefined))
    throw new UsageError("name one upstream: `proviso gateway -- COMMAND ARGUMENTS`, or `--url URL`");
  if (program !== undefined) {
    const file = textOf(values["env-file"]);
    const env = file === undefined ? {} : (parseEnv(readOwnFile(file, cwd)) as Record<string, string>);
    return { command: program, args, env };
  }
  if (!URL.canParse(url ?? "") || !/^https?:$/.test(new URL(url ?? "").protocol))
    throw new UsageError(`\`--url\` must be an http or https address, and not \`${url}\``);
  return { url: new URL(url ?? ""), headers: headersOf(textOf(values["headers-file"]), cwd) };
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

function portOf(values: Values, name: string): number | undefined {
  const text = textOf(values[name]);
  if (text === undefined) return undefined;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new UsageError(`\`--${name}\` must be a port, and not \`${text}\``);
  return port;
}
