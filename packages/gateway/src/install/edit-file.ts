import {
  chmodSync,
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { UsageError } from "@proviso/terminal";

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
 * Writes a changed configuration: a copy of the old one beside it, then the new one in one step,
 * with the same mode. Throws if the file is not what was read and shown any more.
 */
export function replaceConfigFile({ path, text }: ConfigFile, changed: string, withBackup: boolean): void {
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

export function removeBackup(path: string): void {
  rmSync(`${path}${backupSuffix}`, { force: true });
}
