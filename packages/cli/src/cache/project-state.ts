import { existsSync } from "node:fs";
import { join } from "node:path";
import { ownVersion } from "../own-version.ts";
import { matchFiles } from "../project/match-files.ts";
import type { Matches } from "../project/match-files.ts";
import { runtimeVersions } from "../project/runtime-versions.ts";
import { hashText } from "./file-hashes.ts";
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
export type State = ReadonlyMap<string, string>;

/** The state of a file of which only that counts. */
export const there = "there";

/** What is read: proviso itself, the configuration, contracts, templates, and where the runtimes are. */
export async function inputState(root: string, watched: Watched, hashes: FileHashes): Promise<State> {
  const { files, others } = await inputsOf(root, watched);
  return new Map([
    ...(await surroundings(root, watched)),
    ...files.map((path) => [path, stateOf(path, hashes)] as const),
    // What is behind a link may be what was there before it.
    ...others.map(({ path, is }) => [path, is] as const),
  ]);
}

async function surroundings(root: string, { workspaceGlobs }: Watched): Promise<readonly [string, string][]> {
  const runtimes = await runtimeVersions(root, workspaceGlobs, ownVersion);
  return [
    ["proviso itself", toolIdentity()],
    ["the packages of the workspace", JSON.stringify(runtimes)],
  ];
}

async function inputsOf(root: string, { files, globs }: Watched): Promise<Matches> {
  const matches = await matchFiles(root, globs);
  return { ...matches, files: [...files, ...matches.files] };
}

/**
 * One value for both states, and quick to come by: nothing is read. While it stays the same, so do they. Undefined if
 * something is in the way, or changed so lately that it could change again without looking different.
 */
export async function glanceAt(
  root: string,
  watched: Watched,
  stubs: readonly string[],
  hashes: FileHashes,
): Promise<string | undefined> {
  const { outputs, handlers } = watched;
  const { files, others } = await inputsOf(root, watched);
  const looks = hashes.looksOf([...files, ...pathsIn(outputs, hashes)]);
  const isClear = inTheWay([...outputs, ...handlers], hashes).length === 0;
  if (looks === undefined || !isClear || !stubs.every((path) => existsSync(join(root, path))))
    return undefined;
  return hashText(JSON.stringify([await surroundings(root, watched), others, looks]));
}

/** What is on disk: every file in the output folders, and whether the handlers are there. Links are never as before. */
export function* outputState(
  root: string,
  { outputs, handlers }: Watched,
  stubs: readonly string[],
  hashes: FileHashes,
): Iterable<readonly [name: string, value: string]> {
  for (const path of pathsIn(outputs, hashes)) yield [path, stateOf(path, hashes)];
  for (const path of stubs) yield [path, existsSync(join(root, path)) ? there : "missing"];
  for (const path of inTheWay([...outputs, ...handlers], hashes)) yield [path, "in the way"];
}

function pathsIn(folders: readonly string[], hashes: FileHashes): readonly string[] {
  return folders.flatMap((folder) => hashes.list(folder).paths.map((path) => `${folder}/${path}`));
}

function inTheWay(folders: readonly string[], hashes: FileHashes): readonly string[] {
  return folders.flatMap((folder) => [...hashes.list(folder).links, ...hashes.list(folder).leftovers]);
}

/** The names whose value is not the same in both, sorted. */
export function changedNames(
  before: State,
  after: Iterable<readonly [name: string, value: string]>,
): readonly string[] {
  const names = new Set(before.keys());
  for (const [name, value] of after)
    if (before.get(name) === value) names.delete(name);
    else names.add(name);
  return [...names].toSorted();
}

function stateOf(path: string, hashes: FileHashes): string {
  return hashes.of(path) ?? "missing";
}
