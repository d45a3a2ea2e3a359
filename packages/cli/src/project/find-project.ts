import { readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { UsageError } from "../exit-codes.ts";

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
  const file = path === undefined ? await findConfig(cwd) : resolve(cwd, path);
  const root = await realpath(dirname(file));
  return { root, configFile: basename(file), configText: await readText(file) };
}

async function findConfig(cwd: string): Promise<string> {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const file = join(folder, configName);
    if (await isFile(file)) return file;
    if (folder === dirname(folder))
      throw new UsageError(`there is no ${configName} in ${cwd} or above; name one with --config FILE`);
  }
}

async function readText(file: string): Promise<string> {
  if (!(await isFile(file))) throw new UsageError(`there is no file ${file}`);
  return readFile(file, "utf8");
}

async function isFile(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined);
  return found?.isFile() ?? false;
}
