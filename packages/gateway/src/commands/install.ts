import { readFileSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import type { Edit } from "jsonc-parser";
import { escapeText, type Json } from "@proviso/manifest";
import { exitCodes, flag, readWords, takes, textOf, UsageError, valuesOf } from "@proviso/terminal";
import type { ExitCode, HelpArgument } from "@proviso/terminal";
import { backupSuffix, readConfigFile, readInstallRecord, replaceParts } from "../install/edit-file.ts";
import { writeInstallRecord } from "../install/edit-file.ts";
import type { ConfigFile } from "../install/edit-file.ts";
import { hosts, type HostConfig } from "../install/hosts.ts";
import { readServers, type ServerText } from "../install/read-servers.ts";
import { isWrapped, unwrapEntry, wrapEntry } from "../install/wrap-entry.ts";
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
    return changeFiles(line, host, installInto);
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
  run: async (words, host) => changeFiles(readInstallLine(words, host.cwd, false), host, putBack),
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
  line: InstallLine,
  host: GatewayHost,
) => number;

type Changing = ServerText & Edit;

async function changeFiles(line: InstallLine, host: GatewayHost, change: Change): Promise<ExitCode> {
  const { files, servers, yes } = line;
  let [changed, found] = [0, 0];
  for (const { config, path } of files) {
    const file = readConfigFile(path);
    if (!file) continue;
    found += 1;
    const all = readServers(file, config);
    const chosen = all.filter(({ name }) => servers.length === 0 || servers.includes(name));
    changed += change(file, chosen, config, line, host);
  }
  if (found === 0 && change === installInto)
    throw new UsageError(`no host's configuration was found: ${files.map(({ path }) => path).join(", ")}`);
  if (changed === 0) host.out("nothing to change");
  else if (!yes) host.out("nothing was written: `--yes` writes this change");
  return exitCodes.clean;
}

function installInto(...[file, servers, { title }, { gateway, yes }, host]: Parameters<Change>): number {
  const [command = "", ...own] = [...programWords(), ...gateway];
  const changing: Changing[] = [];
  const shownLines: string[] = [];
  for (const server of servers.filter(({ entry }) => !isWrapped(entry))) {
    const { project = host.cwd } = server;
    const wrapped = wrapEntry(server.name, server.entry, { command, args: own });
    const left =
      project === host.cwd ? (server.left ?? wrapped.left) : "it is another project's: run `install` there";
    const name = escapeText(server.title);
    if (left !== undefined || !wrapped.entry) {
      host.out(`left     ${name}: it stays unguarded, because ${left}`);
      continue;
    }
    changing.push({ ...server, content: server.print(wrapped.entry) });
    shownLines.push(`  ${name}`, `    was  ${shown(server.entry)}`, `    is   ${shown(wrapped.entry)}`);
  }
  if (changing.length === 0) return 0;
  for (const each of [`${title}: ${file.path}`, ...shownLines]) host.out(each);
  if (!yes) return changing.length;
  // The record comes first: an entry that is changed can always be put back.
  const record = readInstallRecord();
  const entries = changing.map(
    (each) => [each.title, { was: textIn(file, each), is: each.content }] as const,
  );
  writeInstallRecord({ ...record, [file.path]: { ...record[file.path], ...Object.fromEntries(entries) } });
  replaceParts(file, changing, true);
  return changing.length;
}

function putBack(...[file, servers, { addressKey }, { yes }, host]: Parameters<Change>): number {
  const { [file.path]: before = {}, ...others } = readInstallRecord();
  const changing: Changing[] = [];
  for (const server of servers.filter(({ entry }) => isWrapped(entry))) {
    const installed = before[server.title];
    const isSame = installed?.is === textIn(file, server);
    const own = isSame ? undefined : unwrapEntry(server.entry, addressKey);
    const text = own ? server.print(own) : installed?.was;
    const why = !own
      ? "as it was before"
      : installed
        ? "it was edited since, and keeps the other settings that it has now"
        : "there is no record of it, so it becomes what its arguments say";
    const name = escapeText(server.title);
    if (text === undefined)
      host.out(`left     ${name}: there is no record of it, and its arguments name no server`);
    else host.out(`back     ${name}: ${why}`);
    if (text !== undefined) changing.push({ ...server, content: text });
  }
  if (changing.length === 0 || !yes) return changing.length;
  replaceParts(file, changing, false);
  const done = new Set(changing.map(({ title }) => title));
  const left = Object.entries(before).filter(([title]) => !done.has(title));
  writeInstallRecord({ ...others, ...(left.length > 0 && { [file.path]: Object.fromEntries(left) }) });
  if (left.length === 0) rmSync(`${file.path}${backupSuffix}`, { force: true });
  return changing.length;
}

function textIn({ text }: ConfigFile, { offset, length }: ServerText): string {
  return text.slice(offset, offset + length);
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
