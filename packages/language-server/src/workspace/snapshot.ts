import { pathToFileURL } from "node:url";
import type { Diagnostic, DomainModel, SourceText } from "@proviso/compiler";
import { findNames, type FoundNames, type WrittenName } from "@proviso/compiler/editor";
import {
  checkContracts,
  type Config,
  type Disk,
  isCheckFinding,
  lookAtDisk,
  matters,
  openMemo,
  type ProjectPlace,
  readConfig,
  readProject,
  type RunStore,
  watchedPlaces,
} from "proviso/project";
import { TextDocument } from "vscode-languageserver-textdocument";

/** A project at one moment: its files as on disk, or as open in the editor. Paths are relative to its root. */
export interface Snapshot {
  readonly root: string;
  /** The contracts, and the files that they use. */
  readonly sources: readonly SourceText[];
  /** The paths of used files that are no contracts of this project. */
  readonly used: readonly string[];
  /** Absent if it has errors. */
  readonly config?: Config;
  readonly diagnostics: readonly Diagnostic[];
  /** By path: the configuration and the contracts. Only open documents have a version above 0. */
  readonly documents: ReadonlyMap<string, TextDocument>;
  /** The names in the contracts, found on first use. */
  names(): FoundNames;
  /** Returns the names in the contracts; for a contract that cannot be read now, its last known names. */
  knownNames(): readonly WrittenName[];
  /** The contract at a path, as it was when it was last complete. */
  contractAt(path: string): DomainModel | undefined;
}

/** What was known of each contract when it was last complete. */
export interface LastKnown {
  readonly names: Map<string, readonly WrittenName[]>;
  readonly models: Map<string, () => DomainModel | undefined>;
}

/** Open documents by path, as they were at one moment. */
export type OpenDocuments = ReadonlyMap<string, TextDocument>;

/** Reads and checks a project as `proviso check` does, with the texts of open documents. */
export async function takeSnapshot(
  place: ProjectPlace,
  { store, known }: { readonly store: RunStore; readonly known: LastKnown },
  openDocuments: OpenDocuments,
): Promise<Snapshot> {
  const projectDisk = withOpen(lookAtDisk(place.root), place, openDocuments);
  const { config, contracts: sources, used, texts, ...read } = await readProject(place, projectDisk);
  const checked = config && checkContracts({ config, contracts: sources }, { store, disk: projectDisk });
  const { contracts = [], diagnostics = read.diagnostics } = checked ?? {};
  for (const { paths, modelHash, model } of contracts)
    if (modelHash !== undefined) for (const path of paths) known.models.set(path, model);
  let foundNames: FoundNames | undefined;
  const names = (): FoundNames => (foundNames ??= findNames(sources, openMemo(store)));
  return {
    root: place.root,
    sources,
    used,
    ...(config && { config }),
    diagnostics: diagnostics.filter(isCheckFinding),
    documents: new Map(
      texts.map(({ path, text }) => [path, openDocuments.get(path) ?? onDisk(place, path, text)]),
    ),
    names,
    knownNames: () => withLastKnown(names(), known.names),
    contractAt: (path) => known.models.get(path)?.(),
  };
}

function withLastKnown({ names, unread }: FoundNames, known: LastKnown["names"]): readonly WrittenName[] {
  const byFile = Map.groupBy(names, ({ span }) => span.file);
  for (const [file, own] of byFile) if (!unread.includes(file)) known.set(file, own);
  const lost = unread.flatMap((file) => known.get(file) ?? []);
  return [...names.filter(({ span }) => !known.has(span.file) || !unread.includes(span.file)), ...lost];
}

function onDisk({ root }: ProjectPlace, path: string, text: string): TextDocument {
  return TextDocument.create(pathToFileURL(`${root}/${path}`).href, "yaml", 0, text);
}

/** The disk with open documents in the place of files. A contract that is not saved yet is there as well. */
function withOpen(
  projectDisk: Disk,
  { configFile, configText }: ProjectPlace,
  openDocuments: OpenDocuments,
): Disk {
  const { config } = readConfig({
    path: configFile,
    text: openDocuments.get(configFile)?.getText() ?? configText,
  });
  const places = config && watchedPlaces(configFile, config);
  const unsaved = [...openDocuments.keys()].filter(
    (path) =>
      places &&
      !path.startsWith("../") &&
      matters(path, false, places) &&
      !places.files.includes(path) &&
      !projectDisk.isThere(path),
  );
  return {
    ...projectDisk,
    textOf: (path) => openDocuments.get(path)?.getText() ?? projectDisk.textOf(path),
    async matches(globs) {
      const foundNames = await projectDisk.matches(globs);
      const isOfContracts = globs.join("\n") === config?.contracts.value.join("\n");
      return isOfContracts
        ? { ...foundNames, files: [...foundNames.files, ...unsaved].toSorted() }
        : foundNames;
    },
  };
}
