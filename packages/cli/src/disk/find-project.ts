import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "@proviso/terminal";
import { foldersUpFrom } from "./package-json.ts";

/** Where a project is. */
export interface ProjectPlace {
  /** Absolute; the folder of the configuration. */
  readonly root: string;
  /** The name of the configuration in `root`. */
  readonly configFile: string;
  readonly configText: string;
}

export const configName = "proviso.yaml";

/** The project whose configuration is `path`, or the one that `cwd` lies in. */
export async function findProject(cwd: string, path: string | undefined): Promise<ProjectPlace> {
  const file = path === undefined ? findConfig(cwd) : resolve(cwd, path);
  const configText = readText(file);
  return { root: realpathSync.native(dirname(file)), configFile: basename(file), configText };
}

function findConfig(cwd: string): string {
  const files = foldersUpFrom(cwd).map((folder) => join(folder, configName));
  const found = files.find(isFile);
  if (found !== undefined) return found;
  throw new UsageError(
    `there is no ${configName} in ${cwd} or above; name one with --config FILE, or start a project with \`proviso init\``,
  );
}

function readText(file: string): string {
  if (!isFile(file)) throw new UsageError(`there is no file ${file}`);
  return readFileSync(file, "utf8");
}

/** Whether a path leads to a file. */
export function isFile(file: string): boolean {
  try {
    return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
  } catch {
    // A part of the path is no folder, or may not be read.
    return false;
  }
}
