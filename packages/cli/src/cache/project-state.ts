import { hash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { listFolder } from "../output/read-folder.ts";
import { ownVersion } from "../own-version.ts";
import { findSources } from "../project/read-sources.ts";
import { runtimeVersions } from "../project/runtime-versions.ts";
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

/** What is read: proviso itself, the configuration, contracts, templates, and where the runtimes are. */
export async function inputState(root: string, watched: Watched): Promise<State> {
  const runtimes = await runtimeVersions(root, watched.workspaceGlobs, ownVersion);
  const paths = [...watched.files, ...(await findSources(root, watched.globs))];
  return {
    "proviso itself": toolIdentity(),
    "the packages of the workspace": JSON.stringify(runtimes),
    ...hashFiles(root, paths),
  };
}

/** What is on disk: every file in the output folders, and whether the handlers are there. Links are never as before. */
export async function outputState(
  root: string,
  { outputs, handlers }: Watched,
  stubs: readonly string[],
): Promise<State> {
  const folders = await Promise.all(
    [...outputs, ...handlers].map(async (folder) => ({ folder, ...(await listFolder(root, folder)) })),
  );
  const inTheWay = folders.flatMap(({ links, leftovers }) => [...links, ...leftovers]);
  const written = folders.filter(({ folder }) => outputs.includes(folder));
  const paths = written.flatMap(({ folder, paths: names }) => names.map((name) => `${folder}/${name}`));
  return {
    ...hashFiles(root, paths),
    ...Object.fromEntries(stubs.map((path) => [path, existsSync(join(root, path)) ? "there" : "missing"])),
    ...Object.fromEntries(inTheWay.map((path) => [path, "in the way"])),
  };
}

/** The names whose value is not the same in both, sorted. */
export function changedNames(before: State, after: State): readonly string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].filter((name) => before[name] !== after[name]).toSorted();
}

export function hashOf(content: string | Buffer): string {
  return hash("sha256", content, "base64");
}

function hashFiles(root: string, paths: readonly string[]): State {
  return Object.fromEntries(paths.map((path) => [path, hashFile(join(root, path))]));
}

/** One after the other: for many small files this is several times as fast as asking for all at once. */
function hashFile(file: string): string {
  try {
    return hashOf(readFileSync(file));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "missing";
    throw error;
  }
}
