import { type Diagnostic, type SourceText, nearest } from "@proviso/compiler";
import type { Config, LocatedSetting } from "../config/config.ts";
import { readConfig, writtenFolders } from "../config/read-config.ts";
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
    // What `generate` would refuse about its folders, so that `check` says it first.
    ...writtenFolders(config).flatMap(({ value: folder, span: place }) => {
      const problem = disk.obstacleAt(folder) ?? heldContract(folder, contracts);
      return problem === undefined ? [] : [configErrors.at(place, "unsafe-folder", { folder, problem })];
    }),
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

function heldContract(folder: string, contracts: readonly SourceText[]): string | undefined {
  const held = contracts.find(({ path }) => foldPath(path).startsWith(`${foldPath(folder)}/`));
  return (
    held &&
    `holds the contract \`${held.path}\`; proviso removes what it did not write, so name another folder`
  );
}

interface Templates {
  readonly texts: Readonly<Record<string, string>>;
  readonly diagnostics: readonly Diagnostic[];
}

/** The Markdown templates that the project overrides: `tool.hbs` replaces the template `tool`. */
async function readTemplates(
  folder: LocatedSetting<string> | undefined,
  disk: Pick<Disk, "matches" | "textOf">,
): Promise<Templates> {
  if (!folder) return { texts: {}, diagnostics: [] };
  const { escapePath } = await import("tinyglobby");
  const { files, others } = await disk.matches([`${escapePath(folder.value)}/*.hbs`]);
  const names: readonly string[] = templateNames;
  const found = files.map((path) => ({ path, file: basename(path), name: basename(path, ".hbs") }));
  const texts = found.map(({ name, path }) => [name, disk.textOf(path) ?? ""] as const);
  const unknown = found.filter(({ name }) => !names.includes(name));
  return {
    texts: Object.fromEntries(texts),
    diagnostics: [
      ...others.map((other) => configErrors.at(folder.span, "no-file", other)),
      ...unknown.map(({ file, name }) =>
        configErrors.at(folder.span, "unknown-template", { file, nearest: nearest(name, names) }),
      ),
    ],
  };
}
