import { escapeText } from "@proviso/manifest";
import { exitCodes, type ExitCode, type HelpPage } from "@proviso/terminal";
import { replaceParts, titleOf, type ServerText } from "../install/config-text.ts";
import { readConfigFile, removeBackup, replaceConfigFile } from "../install/edit-file.ts";
import { readInstallRecord, writeInstallRecord, type InstalledEntry } from "../install/install-record.ts";
import type { GatewayHost } from "./options.ts";
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
  const read = await readerOf(config, file);
  const record = readInstallRecord();
  const before = record[file.path] ?? {};
  const wrapped = read(file.text, config, { command: "", args: [] }).filter(
    ({ name, isWrapped }) => isWrapped && (servers.length === 0 || servers.includes(name)),
  );
  const known = wrapped.flatMap((server) => {
    const { text, why } = formerText(server, file.text, before[titleOf(server)]);
    host.out(`${text === undefined ? "left    " : "back    "} ${escapeText(titleOf(server))}: ${why}`);
    return text === undefined ? [] : [{ ...server, with: text }];
  });
  if (known.length === 0 || !yes) return known.length;
  const parts = known.map(({ start, end, with: text }) => ({ start, end, with: text }));
  replaceConfigFile(file, replaceParts(file.text, parts), false);
  const names = new Set(known.map(titleOf));
  const left = Object.entries(before).filter(([name]) => !names.has(name));
  const { [file.path]: _done, ...others } = record;
  writeInstallRecord(left.length > 0 ? { ...others, [file.path]: Object.fromEntries(left) } : others);
  if (left.length === 0) removeBackup(file.path);
  return known.length;
}

/** The text of an entry without the gateway: the recorded one, unless the entry was edited since or nothing is recorded. */
function formerText(
  { start, end, unwrapped }: ServerText,
  text: string,
  installed: InstalledEntry | undefined,
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
