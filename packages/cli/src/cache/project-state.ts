import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Matches } from "../project/match-files.ts";
import type { Disk } from "./disk.ts";
import { hashText } from "./hash-text.ts";
import { toolIdentity } from "./tool-identity.ts";

/** Where a run looks. It follows from the configuration, which is itself among the files. */
export interface Watched {
  readonly files: readonly string[];
  /** Globs. */
  readonly contracts: readonly string[];
  /** Globs. */
  readonly templates: readonly string[];
  readonly workspaceGlobs: readonly string[];
  readonly outputs: readonly string[];
  readonly handlers: readonly string[];
}

/** All that a run depends on, by name; two equal states give equal runs. Values are hashes, or `missing`. */
export type State = ReadonlyMap<string, string>;

/** The state of a file of which only that counts. */
export const there = "there";

export const toolName = "proviso itself";

/** What is read: proviso itself, the configuration, contracts, templates, and where the runtimes are. */
export async function inputState(watched: Watched, disk: Disk): Promise<State> {
  const { files, others } = await inputsOf(watched, disk);
  return new Map([
    ...(await surroundings(watched, disk)),
    ...files.map((path) => [path, stateOf(path, disk)] as const),
    // What is behind a link may be what was there before it.
    ...others.map(({ path, is }) => [path, is] as const),
  ]);
}

/**
 * One value for that state, and quick to come by: nothing is read. While it stays the same, so does the state. Undefined
 * if something changed so lately that it could change again without looking different.
 */
export async function inputLooks(watched: Watched, disk: Disk): Promise<string | undefined> {
  const { files, others } = await inputsOf(watched, disk);
  const looks = disk.looksOf(files);
  return looks && hashText(JSON.stringify([await surroundings(watched, disk), others, looks]));
}

async function surroundings({ workspaceGlobs }: Watched, disk: Disk): Promise<readonly [string, string][]> {
  const runtimes = await disk.runtimeVersions(workspaceGlobs);
  return [
    [toolName, toolIdentity()],
    ["the packages of the workspace", JSON.stringify(runtimes)],
  ];
}

/** Found by the same searches as what a run reads, so that nothing can come between. */
async function inputsOf(watched: Watched, disk: Disk): Promise<Matches> {
  const contracts = await disk.matches(watched.contracts);
  const templates = await disk.matches(watched.templates);
  return {
    files: [...watched.files, ...contracts.files, ...templates.files],
    others: [...contracts.others, ...templates.others],
  };
}

/** What is on disk: every file in the output folders, and whether the handlers are there. Links are never as before. */
export function* outputState(
  watched: Watched,
  stubs: readonly string[],
  disk: Disk,
): Iterable<readonly [name: string, value: string]> {
  for (const path of pathsIn(watched.outputs, disk)) yield [path, stateOf(path, disk)];
  for (const path of stubs) yield [path, existsSync(join(disk.root, path)) ? there : "missing"];
  for (const path of inTheWay(watched, disk)) yield [path, "in the way"];
}

/** As `inputLooks`, for the files but those that are `fresh`; undefined also if something is in the way. */
export function outputLooks(
  watched: Watched,
  stubs: readonly string[],
  disk: Disk,
  fresh: { has(path: string): boolean },
): string | undefined {
  const isClear = inTheWay(watched, disk).length === 0;
  if (!isClear || !stubs.every((path) => existsSync(join(disk.root, path)))) return undefined;
  return disk.looksOf(pathsIn(watched.outputs, disk).filter((path) => !fresh.has(path)));
}

function pathsIn(folders: readonly string[], disk: Disk): readonly string[] {
  return folders.flatMap((folder) => disk.list(folder).paths.map((path) => `${folder}/${path}`));
}

function inTheWay({ outputs, handlers }: Watched, disk: Disk): readonly string[] {
  return [...outputs, ...handlers].flatMap((folder) => {
    const { links, leftovers } = disk.list(folder);
    return [...links, ...leftovers];
  });
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

function stateOf(path: string, disk: Disk): string {
  return disk.hashOf(path) ?? "missing";
}
