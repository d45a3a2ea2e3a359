import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { readWords, textOf, UsageError, type ProgramLine, valuesOf } from "@proviso/terminal";
import { gatewayArgs } from "./gateway-args.ts";
import { defaultDataFolder, nameOfSource } from "../state/data-folder.ts";
import { inboxLevels, type InboxLevel } from "../approvals/inbox-levels.ts";
import type { UnlistedRule } from "../tools/unlisted-rule.ts";
import type { ReadRules } from "../reads/read-rules.ts";
import type { ShorterListOptions } from "../tools/shorter-list.ts";
import type { OutputRule } from "../tools/enforced-contract.ts";
import type { UpstreamSource } from "../upstream/source.ts";

/** A command line with the options of the upstream that it names in `proviso.yaml`; those on the line itself win. */
export async function readWholeCommandLine(
  words: readonly string[],
  cwd: string,
): Promise<GatewayCommandLine> {
  const end = words.indexOf("--");
  const given = end < 0 ? words : words.slice(0, end);
  const { upstream, config = "proviso.yaml" } = readOptions(given);
  if (upstream === undefined) return readCommandLine(words, cwd);
  if (end >= 0) throw new UsageError("`--upstream` names the server: write no command after it");
  // Loaded late: it loads the compiler.
  const { namedUpstream } = await import("./named-upstream.ts");
  const { command, options, reads } = namedUpstream(resolve(cwd, String(config)), String(upstream));
  return { ...readCommandLine([...options, ...given, "--", ...command], cwd), reads };
}

export interface GatewayCommandLine extends ShorterListOptions {
  readonly name: string;
  readonly source: UpstreamSource;
  readonly data: string;
  readonly contracts?: string;
  readonly shadow?: string;
  readonly unlisted: UnlistedRule;
  readonly trustsHints: boolean;
  readonly outputs: OutputRule;
  readonly meets: readonly string[];
  readonly inboxPort?: number;
  readonly inboxFrom: InboxLevel;
  readonly listen?: number;
  /** What proviso.yaml says of resources and prompts. */
  readonly reads?: ReadRules;
  readonly ledger: boolean;
  readonly json: boolean;
}

type Values = ProgramLine["values"];

/** Reads a command line. Throws a `UsageError` that says what to write. */
export function readCommandLine(words: readonly string[], cwd: string): GatewayCommandLine {
  const end = words.indexOf("--");
  const values = readOptions(end < 0 ? words : words.slice(0, end));
  const source = sourceOf(values, end < 0 ? [] : words.slice(end + 1), cwd);
  const name = textOf(values["name"]) ?? nameOfSource(source);
  if (!/^[a-z][a-z0-9-]{0,40}$/.test(name))
    throw new UsageError(`\`--name\` must be a word such as \`files\`, and not \`${name}\``);
  const data = textOf(values["data"]);
  const contracts = textOf(values["contracts"]);
  const shadow = textOf(values["shadow"]);
  const listen = portOf(values, "listen");
  const firstTools = textOf(values["first-tools"]);
  return {
    name,
    source,
    data: data === undefined ? defaultDataFolder(name, source) : resolve(cwd, data),
    ...(contracts !== undefined && { contracts: resolve(cwd, contracts) }),
    ...(shadow !== undefined && { shadow: resolve(cwd, shadow) }),
    unlisted: (textOf(values["unlisted"]) ?? "ask") as UnlistedRule,
    trustsHints: textOf(values["trust"]) === "hints",
    outputs: (textOf(values["outputs"]) ?? "refuse") as OutputRule,
    meets: valuesOf(values["meets"]),
    toolset: valuesOf(values["toolset"]),
    ...(values["discovery"] !== undefined && { discovery: "search" }),
    ...(firstTools !== undefined && { firstTools }),
    ...(values["no-inbox"] !== true && { inboxPort: portOf(values, "inbox-port") ?? 0 }),
    inboxFrom: (textOf(values["inbox-from"]) ?? inboxLevels[0]) as InboxLevel,
    ...(listen !== undefined && { listen }),
    ledger: values["ledger"] === true,
    json: values["json"] === true,
  };
}

/** Reads the options before `--`. */
function readOptions(words: readonly string[]): Values {
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
