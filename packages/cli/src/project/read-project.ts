import { type Diagnostic, type SourceText, nearest } from "@proviso/compiler";
import type { Config, LocatedSetting } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { configErrors } from "../config/problems.ts";
import type { Disk } from "../incremental/stamped-disk.ts";
import type { ProjectPlace } from "../disk/find-project.ts";
import { withUsedFiles } from "./used-files.ts";
import { foldPath } from "../disk/path-problem.ts";
import { basename } from "node:path";
import { templateNames } from "@proviso/emitters/names";

/** All that a command reads before it compiles. */
export interface Project {
  /** Absolute; the folder of `proviso.yaml`. */
  readonly root: string;
  /** The configuration and the contracts, for printing findings. */
  readonly texts: readonly SourceText[];
  /** With the files that they use. */
  readonly contracts: readonly SourceText[];
  /** The paths of used files that the configuration does not name, of missing ones too. */
  readonly used: readonly string[];
  readonly templates: Readonly<Record<string, string>>;
  /** Absent if there is an error. */
  readonly config?: Config;
  readonly diagnostics: readonly Diagnostic[];
}

export async function readProject(
  { root, configFile, configText }: ProjectPlace,
  disk: Pick<Disk, "matches" | "textOf" | "findUse" | "obstacleAt">,
): Promise<Project> {
  const source = { path: configFile, text: disk.textOf(configFile) ?? configText };
  const { config, diagnostics } = readConfig(source);
  if (!config) return { root, texts: [source], contracts: [], used: [], templates: {}, diagnostics };
  const { value: patterns, span } = config.contracts;
  const { files, others } = await disk.matches(patterns);
  const own = files.flatMap((path) => {
    const text = disk.textOf(path);
    // The file was removed after the search; the next run will not find it.
    return text === undefined ? [] : [{ path, text }];
  });
  const { sources: contracts, used } = await withUsedFiles(own, disk);
  const globs = patterns.map((glob) => `\`${glob}\``).join(" or ");
  const isEmpty = own.length === 0 && others.length === 0;
  const templates = await readTemplates(config.templates, disk);
  const found = [
    ...(isEmpty ? [configErrors.at(span, "no-contracts", { globs })] : []),
    ...others.map((other) => configErrors.at(span, "no-file", other)),
    ...templates.diagnostics,
    ...checkWrittenFolders(
      disk,
      config,
      contracts.map(({ path }) => path),
    ),
  ];
  const project = {
    root,
    texts: [source, ...contracts],
    contracts,
    used,
    templates: templates.texts,
    diagnostics: found,
  };
  return found.length > 0 ? project : { ...project, config };
}

/** Where `generate` writes, each with its place in the configuration. */
function writtenFolders({ outputs, handlers }: Config): readonly LocatedSetting<string>[] {
  return [...outputs.map(({ folder, span }) => ({ value: folder, span })), ...(handlers ? [handlers] : [])];
}

/** What `generate` would refuse about its folders, so that `check` says it first. */
function checkWrittenFolders(
  disk: Pick<Disk, "obstacleAt">,
  config: Config,
  contracts: readonly string[],
): Diagnostic[] {
  return writtenFolders(config).flatMap(({ value: folder, span }) => {
    const problem = disk.obstacleAt(folder) ?? heldContract(folder, contracts);
    return problem === undefined ? [] : [configErrors.at(span, "unsafe-folder", { folder, problem })];
  });
}

function heldContract(folder: string, contracts: readonly string[]): string | undefined {
  const held = contracts.find((path) => foldPath(path).startsWith(`${foldPath(folder)}/`));
  return (
    held && `holds the contract \`${held}\`; proviso removes what it did not write, so name another folder`
  );
}

interface Templates {
  readonly texts: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
}

async function templateGlobs(folder: LocatedSetting<string> | undefined): Promise<readonly string[]> {
  if (!folder) return [];
  const { escapePath } = await import("tinyglobby");
  return [`${escapePath(folder.value)}/*.hbs`];
}

/** The Markdown templates that the project overrides: `tool.hbs` replaces the template `tool`. */
async function readTemplates(
  folder: LocatedSetting<string> | undefined,
  disk: Pick<Disk, "matches" | "textOf">,
): Promise<Templates> {
  if (!folder) return { texts: {}, diagnostics: [] };
  const { files, others } = await disk.matches(await templateGlobs(folder));
  const names: readonly string[] = templateNames;
  const unknown = files.map((path) => basename(path)).filter((file) => !names.includes(templateNameOf(file)));
  const texts = files.map((path) => [templateNameOf(path), disk.textOf(path) ?? ""] as const);
  return {
    texts: Object.fromEntries(texts),
    diagnostics: [
      ...others.map((other) => configErrors.at(folder.span, "no-file", other)),
      ...unknown.map((file) =>
        configErrors.at(folder.span, "unknown-template", {
          file,
          nearest: nearest(templateNameOf(file), names),
        }),
      ),
    ],
  };
}

function templateNameOf(path: string): string {
  return basename(path, ".hbs");
}
