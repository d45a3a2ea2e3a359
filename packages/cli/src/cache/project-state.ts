import { existsSync } from "node:fs";
import { join } from "node:path";
import { listFolder } from "../output/read-folder.ts";
import { ownVersion } from "../own-version.ts";
import { matchFiles } from "../project/match-files.ts";
import { runtimeVersions } from "../project/runtime-versions.ts";
import type { FileHashes } from "./file-hashes.ts";
import { toolIdentity } from "./tool-identity.ts";

/** Where a run looks. It follows from the configuration, which is itself among the files. */
export interface Watched {
  readonly files: readonly string[];
  /** Contracts and templates. */
  readonly globs: readonly string[];
  readonly workspaceGlobs: readonly string[];
  readonly outputs: readonly string[];
  readonly handlers: readonly string[];
}

/** All that a run depends on, by name; two equal states give equal runs. Values are hashes, or `missing`. */
export type State = Readonly<Record<string, string>>;

/** The state of a file of which only that counts. */
export const there = "there";

/** What is read: proviso itself, the configuration, contracts, templates, and where the runtimes are. */
export async function inputState(root: string, watched: Watched, hashes: FileHashes): Promise<State> {
  const runtimes = await runtimeVersions(root, watched.workspaceGlobs, ownVersion);
  const { files, others } = await matchFiles(root, watched.globs);
  const paths = [...watched.files, ...files, ...others.map(({ path }) => path)];
  return {
    "proviso itself": toolIdentity(),
    "the packages of the workspace": JSON.stringify(runtimes),
    ...stateOf(paths, hashes),
  };
}

/** What is on disk: every file in the output folders, and whether the handlers are there. Links are never as before. */
export async function outputState(
  root: string,
  { outputs, handlers }: Watched,
  stubs: readonly string[],
  hashes: FileHashes,
): Promise<State> {
  const folders = await Promise.all(
    [...outputs, ...handlers].map(async (folder) => ({ folder, ...(await listFolder(root, folder)) })),
  );
  const inTheWay = folders.flatMap(({ links, leftovers }) => [...links, ...leftovers]);
  const written = folders.filter(({ folder }) => outputs.includes(folder));
  const paths = written.flatMap(({ folder, paths: names }) => names.map((name) => `${folder}/${name}`));
  return {
    ...stateOf(paths, hashes),
    ...Object.fromEntries(stubs.map((path) => [path, existsSync(join(root, path)) ? there : "missing"])),
    ...Object.fromEntries(inTheWay.map((path) => [path, "in the way"])),
  };
}

/** The names whose value is not the same in both, sorted. */
export function changedNames(before: State, after: State): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).toSorted();
}

function stateOf(paths: readonly string[], hashes: FileHashes): State {
  return Object.fromEntries(paths.map((path) => [path, hashes.of(path) ?? "missing"]));
}
