import { readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { escapeText, type Json } from "@proviso/manifest";
import { exitCodes, flag, readWords, takes, textOf, UsageError, valuesOf } from "@proviso/terminal";
import type { HelpArgument } from "@proviso/terminal";
import { backupSuffix, readConfigFile, readInstallRecord, replaceParts } from "../install/edit-file.ts";
import { writeInstallRecord } from "../install/edit-file.ts";
import type { ConfigFile, Replacement } from "../install/edit-file.ts";
import { hosts, type HostConfig } from "../install/hosts.ts";
import { readServers, type ServerText } from "../install/read-servers.ts";
import type { GatewayProgram } from "../install/wrap-entry.ts";
import { gatewayArgs, readCommandLine, type GatewayCommand, type GatewayHost } from "./options.ts";

const args: Readonly<Record<string, HelpArgument>> = {
  host: takes("name", "Only the configuration of this host. By default those of all hosts that are found.", {
    options: hosts.map(({ name }) => name),
  }),
  config: takes("file", "The configuration at this place; needs --host."),
  server: takes("name", "Only this server; may be given several times.", { multiple: true }),
  yes: flag("Write the change that is shown. Without it, nothing is written."),
};

/** Shows what would change, and changes it with `--yes`. A server that is behind the gateway already stays as it is. */
export const install: GatewayCommand = {
  page: {
    name: "proviso gateway install",
    summary: "Puts the gateway in front of the servers in a host's configuration.",
    args,
    notes: [
      "Options of the gateway, --contracts, --trust and --unlisted, are written into each entry.",
      `The file as it was is kept beside it, with ${backupSuffix} after its name; \`uninstall\` puts each entry back as it was.`,
    ],
    examples: [
      "proviso gateway install --host claude-code",
      "proviso gateway install --host cursor --trust hints --yes",
    ],
    exitCodes,
  },
  async run(words, host) {
    const line = readInstallLine(words, host.cwd, true);
    // Wrong options are found now, and not when the host starts the gateway.
    const [checked] = readCommandLine([...line.gateway, "--", "command"], host.cwd).upstreams;
    if (checked?.contracts !== undefined)
      await (await import("proviso/contracts")).readContracts(checked.contracts, "check");
    const [command = "", ...own] = [...programWords(), ...line.gateway];
    return changeFiles(line, { command, args: own }, host, installInto);
  },
};

/** Puts back each entry that `install` has changed, to the byte. What else was changed in the file meanwhile stays. */
export const uninstall: GatewayCommand = {
  page: {
    name: "proviso gateway uninstall",
    summary: "Puts the servers in a host's configuration back as they were.",
    args,
    examples: ["proviso gateway uninstall --host claude-code --yes"],
    exitCodes,
  },
  run: async (words, host) =>
    changeFiles(readInstallLine(words, host.cwd, false), { command: "", args: [] }, host, putBack),
};

export interface InstallLine {
  /** The configurations, with the host that reads each. */
  readonly files: readonly { readonly config: HostConfig; readonly path: string }[];
  readonly servers: readonly string[];
  readonly yes: boolean;
  /** The options of the gateway, which each wrapped entry gets. */
  readonly gateway: readonly string[];
}

/** Reads a command line. What `install` does not know are options of the gateway, such as `--trust hints`. */
export function readInstallLine(words: readonly string[], cwd: string, takesGateway: boolean): InstallLine {
  const own = takesGateway ? ["contracts", "trust", "unlisted"] : [];
  const all = { ...args, ...Object.fromEntries(own.map((name) => [name, gatewayArgs[name] ?? {}])) };
  const { values, positionals } = readWords(all, words);
  if (positionals.length > 0) throw new UsageError(`\`${positionals[0]}\` is no option`);
  const [host, named] = [textOf(values["host"]), textOf(values["config"])];
  if (named !== undefined && host === undefined) throw new UsageError("`--config` needs `--host`");
  const files = hosts
    .filter(({ name }) => host === undefined || name === host)
    .flatMap((config) =>
      (named === undefined ? config.files(cwd) : [resolve(cwd, named)]).map((path) => ({ config, path })),
    );
  const gateway = own.flatMap((name) => {
    const value = textOf(values[name]);
    return value === undefined ? [] : [`--${name}`, name === "contracts" ? resolve(cwd, value) : value];
  });
  return { files, servers: valuesOf(values["server"]), yes: values["yes"] === true, gateway };
}

/** The program that a host starts: this one, wherever it is installed; from npm's cache, which may be emptied, by its version. */
export function programWords(own: string = import.meta.url): readonly string[] {
  const file = fileURLToPath(new URL("../../bin/proviso-gateway.js", own));
  if (!/[\\/](_npx|dlx)[\\/]/.test(file)) return [process.execPath, file];
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  const { name, version } = JSON.parse(text) as { readonly name: string; readonly version: string };
  return ["npx", "-y", `${name}@${version}`];
}

/** Changes the servers of one file, or shows it; returns how many. */
type Change = (
  file: ConfigFile,
  servers: readonly ServerText[],
  config: HostConfig,
  yes: boolean,
  host: GatewayHost,
) => number;

async function changeFiles(
  { files, servers, yes }: InstallLine,
  program: GatewayProgram,
  host: GatewayHost,
  change: Change,
) {
  let changed = 0;
  let found = 0;
  for (const { config, path } of files) {
    const file = readConfigFile(path);
    if (!file) continue;
    found += 1;
    const all = serversOf(file, config, program);
    const chosen = all.filter(({ name }) => servers.length === 0 || servers.includes(name));
    changed += change(file, chosen, config, yes, host);
  }
  if (found === 0 && change === installInto)
    throw new UsageError(`no host's configuration was found: ${files.map(({ path }) => path).join(", ")}`);
  if (changed === 0) host.out("nothing to change");
  else if (!yes) host.out("nothing was written: `--yes` writes this change");
  return exitCodes.clean;
}

function serversOf({ path, text }: ConfigFile, config: HostConfig, program: GatewayProgram) {
  try {
    return readServers(text, config, program);
  } catch (error) {
    throw error instanceof UsageError ? new UsageError(`${path}: ${error.message}`) : error;
  }
}

function installInto(...[file, servers, { title }, yes, host]: Parameters<Change>): number {
  const changing: (ServerText & Replacement)[] = [];
  for (const server of servers) {
    const { project = host.cwd, wrapped, isWrapped, left } = server;
    const why = project === host.cwd ? left : "it is another project's: run `install` there";
    if (why !== undefined && !isWrapped)
      host.out(`left     ${escapeText(server.title)}: it stays unguarded, because ${why}`);
    if (why === undefined && wrapped !== undefined) changing.push({ ...server, with: wrapped });
  }
  if (changing.length === 0) return 0;
  host.out(`${title}: ${file.path}`);
  for (const server of changing) {
    host.out(`  ${escapeText(server.title)}`);
    host.out(`    was  ${shown(server.entry)}`);
    host.out(`    is   ${shownText(server.with)}`);
  }
  if (!yes) return changing.length;
  // The record comes first: an entry that is changed can always be put back.
  const record = readInstallRecord();
  const entries = changing.map(
    (server) => [server.title, { was: file.text.slice(server.start, server.end), is: server.with }] as const,
  );
  writeInstallRecord({ ...record, [file.path]: { ...record[file.path], ...Object.fromEntries(entries) } });
  replaceParts(file, changing, true);
  return changing.length;
}

function putBack(...[file, servers, , yes, host]: Parameters<Change>): number {
  const { [file.path]: before = {}, ...others } = readInstallRecord();
  const changing: (ServerText & Replacement)[] = [];
  for (const server of servers.filter(({ isWrapped }) => isWrapped)) {
    const { text, why } = formerText(server, file.text, before[server.title]);
    host.out(`${text === undefined ? "left    " : "back    "} ${escapeText(server.title)}: ${why}`);
    if (text !== undefined) changing.push({ ...server, with: text });
  }
  if (changing.length === 0 || !yes) return changing.length;
  replaceParts(file, changing, false);
  const done = new Set(changing.map(({ title }) => title));
  const left = Object.entries(before).filter(([title]) => !done.has(title));
  writeInstallRecord({ ...others, ...(left.length > 0 && { [file.path]: Object.fromEntries(left) }) });
  if (left.length === 0) rmSync(`${file.path}${backupSuffix}`, { force: true });
  return changing.length;
}

/** The text of an entry without the gateway: the recorded one, unless the entry was edited since or nothing is recorded. */
function formerText(
  { start, end, unwrapped }: ServerText,
  text: string,
  installed: { readonly was: string; readonly is: string } | undefined,
): { readonly text?: string; readonly why: string } {
  if (installed && (installed.is === text.slice(start, end) || unwrapped === undefined))
    return { text: installed.was, why: "as it was before" };
  if (unwrapped === undefined) return { why: "there is no record of it, and its arguments name no server" };
  return {
    text: unwrapped,
    why: installed
      ? "it was edited since, and keeps the other settings that it has now"
      : "there is no record of it, so it becomes what its arguments say",
  };
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
