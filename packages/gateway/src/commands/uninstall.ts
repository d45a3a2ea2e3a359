import { escapeText } from "@proviso/manifest";
import { exitCodes, type ExitCode, type HelpPage } from "@proviso/terminal";
import { replaceParts } from "../install/config-text.ts";
import { readConfigFile, removeBackup, replaceConfigFile } from "../install/edit-file.ts";
import { readInstallRecord, writeInstallRecord } from "../install/install-record.ts";
import type { GatewayHost } from "./host.ts";
import { installArgs, readInstallLine, type InstallLine } from "./install-options.ts";
import { readerOf } from "./install.ts";

export const page: HelpPage = {
  name: "proviso gateway uninstall",
  summary: "Puts the servers in a host's configuration back as they were.",
  args: installArgs,
  examples: ["proviso gateway uninstall --host claude-code --yes"],
  exitCodes,
};

/** Puts back each entry that `install` has changed, to the byte. What else was changed in the file meanwhile stays. */
export async function run(words: readonly string[], host: GatewayHost): Promise<ExitCode> {
  const line = readInstallLine(words, host.cwd, false);
  let changed = 0;
  for (const each of line.files) changed += await putBack(each, line, host);
  if (changed === 0) host.out("nothing to change");
  else if (!line.yes) host.out("nothing was written: `--yes` writes this change");
  return exitCodes.clean;
}

async function putBack(
  { host: config, path }: InstallLine["files"][number],
  { servers, yes }: InstallLine,
  host: GatewayHost,
): Promise<number> {
  const file = readConfigFile(path);
  if (!file) return 0;
  const read = await readerOf(config);
  const record = readInstallRecord();
  const before = record[file.path] ?? {};
  const wrapped = read(file.text, config.key, { command: "", args: [] }).filter(
    ({ name, isWrapped }) => isWrapped && (servers.length === 0 || servers.includes(name)),
  );
  for (const { name } of wrapped)
    host.out(
      Object.hasOwn(before, name)
        ? `back     ${escapeText(name)}: as it was before`
        : `left     ${escapeText(name)}: somebody else has put the gateway in front of it`,
    );
  const known = wrapped.filter(({ name }) => Object.hasOwn(before, name));
  if (known.length === 0 || !yes) return known.length;
  const parts = known.map(({ name, start, end }) => ({ start, end, with: before[name] ?? "" }));
  replaceConfigFile(file, replaceParts(file.text, parts), false);
  const names = new Set(known.map(({ name }) => name));
  const left = Object.entries(before).filter(([name]) => !names.has(name));
  const { [file.path]: _done, ...others } = record;
  writeInstallRecord(left.length > 0 ? { ...others, [file.path]: Object.fromEntries(left) } : others);
  if (left.length === 0) removeBackup(file.path);
  return known.length;
}
