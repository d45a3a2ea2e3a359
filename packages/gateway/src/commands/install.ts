import { readFileSync } from "node:fs";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { escapeText, type Json } from "@proviso/manifest";
import { exitCodes, UsageError, type ExitCode, type HelpPage } from "@proviso/terminal";
import { replaceParts, titleOf, type ReadServers, type ServerText } from "../install/config-text.ts";
import { backupSuffix, readConfigFile, replaceConfigFile, type ConfigFile } from "../install/edit-file.ts";
import type { HostConfig } from "../install/hosts.ts";
import { readInstallRecord, writeInstallRecord } from "../install/install-record.ts";
import type { GatewayProgram } from "../install/wrap-entry.ts";
import { installArgs, readInstallLine } from "./install-options.ts";
import { readCommandLine, type GatewayHost } from "./options.ts";

export const page: HelpPage = {
  name: "proviso gateway install",
  summary: "Puts the gateway in front of the servers in a host's configuration.",
  args: installArgs,
  notes: [
    "Options of the gateway, --contracts, --trust and --unlisted, are written into each entry.",
    `The file as it was is kept beside it, with ${backupSuffix} after its name; \`uninstall\` puts each entry back as it was.`,
  ],
  examples: [
    "proviso gateway install --host claude-code",
    "proviso gateway install --host cursor --trust hints --yes",
  ],
  exitCodes,
};

/** Shows what would change, and changes it with `--yes`. A server that is behind the gateway already stays as it is. */
export async function run(words: readonly string[], host: GatewayHost): Promise<ExitCode> {
  const { files, servers, yes, gateway } = readInstallLine(words, host.cwd, true);
  // Wrong options are found now, and not when the host starts the gateway.
  const [line] = readCommandLine([...gateway, "--", "command"], host.cwd).upstreams;
  const contracts = line?.contracts;
  if (contracts !== undefined) await (await import("proviso/contracts")).readContracts(contracts, "check");
  const [command = "", ...args] = [...programWords(), ...gateway];
  const program = { command, args };
  let changed = 0;
  let found = 0;
  for (const each of files) {
    const file = readConfigFile(each.path);
    if (!file) continue;
    found += 1;
    changed += await installInto(each.host, file, { program, servers, yes }, host);
  }
  if (found === 0)
    throw new UsageError(`no host's configuration was found: ${files.map(({ path }) => path).join(", ")}`);
  if (changed === 0) host.out("nothing to change");
  else if (!yes) host.out("nothing was written: `--yes` writes this change");
  return exitCodes.clean;
}

/** The program that a host starts: this one, wherever it is installed; from npm's cache, which may be emptied, by its version. */
export function programWords(own: string = import.meta.url): readonly string[] {
  const file = fileURLToPath(new URL("../../bin/proviso-gateway.js", own));
  if (!/[\\/](_npx|dlx)[\\/]/.test(file)) return [process.execPath, file];
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const { name, version } = JSON.parse(text) as { readonly name: string; readonly version: string };
  return ["npx", "-y", `${name}@${version}`];
}

interface Installing {
  readonly program: GatewayProgram;
  readonly servers: readonly string[];
  readonly yes: boolean;
}

async function installInto(
  config: HostConfig,
  file: ConfigFile,
  { program, servers, yes }: Installing,
  host: GatewayHost,
): Promise<number> {
  const read = await readerOf(config, file);
  const all = read(file.text, config, program).filter(
    ({ name }) => servers.length === 0 || servers.includes(name),
  );
  const isElsewhere = ({ project = host.cwd }: ServerText): boolean => project !== host.cwd;
  for (const server of all) {
    const why = isElsewhere(server) ? "it is another project's: run `install` there" : server.left;
    if (why !== undefined && !server.isWrapped)
      host.out(`left     ${escapeText(titleOf(server))}: it stays unguarded, because ${why}`);
  }
  const changing = all.flatMap((server) =>
    server.wrapped === undefined || isElsewhere(server) ? [] : [{ ...server, wrapped: server.wrapped }],
  );
  if (changing.length === 0) return 0;
  host.out(`${config.title}: ${file.path}`);
  for (const server of changing) {
    host.out(`  ${escapeText(titleOf(server))}`);
    host.out(`    was  ${shown(server.entry)}`);
    host.out(`    is   ${shownText(server.wrapped)}`);
  }
  if (!yes) return changing.length;
  const parts = changing.map(({ start, end, wrapped }) => ({ start, end, with: wrapped }));
  // The record comes first: an entry that is changed can always be put back.
  recordEntries(file, changing);
  replaceConfigFile(file, replaceParts(file.text, parts), true);
  return changing.length;
}

/** Reads the servers of a host's file. An error names the file. */
export async function readerOf(
  { format }: HostConfig,
  { path }: Pick<ConfigFile, "path">,
): Promise<ReadServers> {
  const read =
    format === "json"
      ? (await import("../install/json-servers.ts")).readJsonServers
      : (await import("../install/toml-servers.ts")).readTomlServers;
  return (...given) => {
    try {
      return read(...given);
    } catch (error) {
      throw error instanceof UsageError ? new UsageError(`${path}: ${error.message}`) : error;
    }
  };
}

function recordEntries(
  { path, text }: ConfigFile,
  changing: readonly (ServerText & { readonly wrapped: string })[],
): void {
  const record = readInstallRecord();
  const entries = changing.map(
    (server) => [titleOf(server), { was: text.slice(server.start, server.end), is: server.wrapped }] as const,
  );
  writeInstallRecord({ ...record, [path]: { ...record[path], ...Object.fromEntries(entries) } });
}

/** An entry on one line, without the values of its credentials. */
function shown(entry: Json): string {
  const hidden = JSON.stringify(entry, (key, value: unknown) =>
    /^(env|headers)$/.test(key) && typeof value === "object" && value !== null
      ? Object.fromEntries(Object.keys(value).map((name) => [name, "…"]))
      : value,
  );
  return escapeText(hidden);
}

function shownText(text: string): string {
  try {
    return shown(JSON.parse(text) as Json);
  } catch {
    // TOML: its first lines are all that changes.
    return escapeText(text.split("\n").slice(0, 2).join(" · "));
  }
}
