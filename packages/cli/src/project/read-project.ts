import type { Diagnostic, SourceText } from "@proviso/compiler";
import type { Config } from "../config/config.ts";
import { readConfig } from "../config/read-config.ts";
import { configErrors } from "../config/problems.ts";
import type { Disk } from "../incremental/stamped-disk.ts";
import type { ProjectPlace } from "../disk/find-project.ts";
import { checkWrittenFolders } from "./output-folders.ts";
import { withUsedFiles } from "./used-files.ts";
import { readTemplates } from "./read-templates.ts";

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
