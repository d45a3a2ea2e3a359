import { readFile, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import type { Diagnostic, SourceText } from "@proviso/compiler";
import type { Config } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { UsageError } from "../exit-codes.ts";
import { configErrors } from "../config/problems.ts";
import { readSources } from "./read-sources.ts";
import { readTemplates } from "./read-templates.ts";

/** All that a command reads before it compiles. */
export interface Project {
  /** Absolute; the folder of `proviso.yaml`. */
  readonly root: string;
  /** The configuration and the contracts, for printing findings. */
  readonly texts: readonly SourceText[];
  readonly contracts: readonly SourceText[];
  readonly templates: Readonly<Record<string, string>>;
  /** Only when there is no error. */
  readonly config?: Config;
  readonly diagnostics: readonly Diagnostic[];
}

export const configName = "proviso.yaml";

/** Reads the project of `path`, or the one that `cwd` lies in. */
export async function readProject(cwd: string, path: string | undefined): Promise<Project> {
  const file = path === undefined ? await findConfig(cwd) : resolve(cwd, path);
  const root = await realpath(dirname(file));
  const source = { path: basename(file), text: await readText(file) };
  const { config, diagnostics } = readConfig(source);
  if (!config) return { root, texts: [source], contracts: [], templates: {}, diagnostics };
  const contracts = await readSources(root, config.contracts.value);
  const globs = config.contracts.value.map((glob) => `\`${glob}\``).join(" or ");
  const missing =
    contracts.length > 0 ? [] : [configErrors.at(config.contracts.span, "no-contracts", { globs })];
  const templates = await readTemplates(root, config.templates);
  const found = [...missing, ...templates.diagnostics];
  const project = {
    root,
    texts: [source, ...contracts],
    contracts,
    templates: templates.texts,
    diagnostics: found,
  };
  return found.length > 0 ? project : { ...project, config };
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
