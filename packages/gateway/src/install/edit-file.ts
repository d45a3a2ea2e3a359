import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync } from "node:fs";
import { renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { applyEdits, type Edit } from "jsonc-parser";
import { isObject, type Json } from "@proviso/manifest";
import { UsageError } from "@proviso/terminal";
import { stateFolder } from "@proviso/trail";

/** What a backup is called, beside its file. */
export const backupSuffix = ".before-proviso-gateway";

/** A configuration as it was read. */
export interface ConfigFile {
  /** Where the file really is: a link stays a link. */
  readonly path: string;
  readonly text: string;
}

export function readConfigFile(path: string): ConfigFile | undefined {
  if (!existsSync(path)) return undefined;
  const real = realpathSync(path);
  return { path: real, text: readFileSync(real, "utf8") };
}

/**
 * Writes a configuration with changed parts: a copy of the old one beside it, then the new one in one step, with the same mode.
 * Throws if the file is not what was read and shown any more.
 */
export function replaceParts({ path, text }: ConfigFile, edits: readonly Edit[], withBackup: boolean): void {
  const changed = applyEdits(text, [...edits]);
  const { mode } = statSync(path);
  if (readFileSync(path, "utf8") !== text)
    throw new UsageError(`${path} was changed meanwhile, and is left as it is: run the command again`);
  const put = (file: string, content: string): void => {
    rmSync(file, { force: true });
    // `wx` follows no link that somebody else has put there.
    writeFileSync(file, content, { flag: "wx", mode: mode & 0o777 });
    chmodSync(file, mode & 0o777);
  };
  if (withBackup) put(`${path}${backupSuffix}`, text);
  put(`${path}.proviso-new`, changed);
  renameSync(`${path}.proviso-new`, path);
}

/** The text of each server's entry before the gateway was put in front, and with it: by file and title of the server. */
export type InstallRecord = Readonly<
  Record<string, Readonly<Record<string, { readonly was: string; readonly is: string }>>>
>;

const recordFile = (): string => join(stateFolder(), "proviso", "gateway", "installed.json");

/** What is installed by this user. An unreadable record counts as none. */
export function readInstallRecord(): InstallRecord {
  try {
    const read = JSON.parse(readFileSync(recordFile(), "utf8")) as Json;
    return isObject(read) ? (read as unknown as InstallRecord) : {};
  } catch {
    return {};
  }
}

/** The record holds entries with their credentials, so it is for its owner alone. */
export function writeInstallRecord(record: InstallRecord): void {
  const file = recordFile();
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(`${file}.new`, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
