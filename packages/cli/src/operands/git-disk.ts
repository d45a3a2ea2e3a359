import { type Dirent, readFileSync, type readdir } from "node:fs";
import { join, relative, sep } from "node:path";
import { isRelativeUse, joinPath } from "@proviso/compiler";
import { UsageError } from "@proviso/terminal";
import { findUsedFile } from "../disk/find-used-file.ts";
import type { OtherMatch } from "../disk/match-files.ts";
import type { Disk } from "../incremental/stamped-disk.ts";
import type { GitEntry, GitTree } from "./git.ts";

/** The files of a commit, for what reads a project from the disk. A text is there once it was matched or named. */
export async function gitDisk(
  root: string,
  tree: GitTree,
  named: readonly string[],
): Promise<Pick<Disk, "matches" | "textOf" | "findUse" | "obstacleAt">> {
  const texts = new Map(await tree.read(named));
  return {
    async matches(globs) {
      if (globs.length === 0) return { files: [], others: [] };
      const { paths, modules } = await matchTree(root, tree, globs);
      const [module] = modules;
      if (module !== undefined) throw unread(tree.revision, module);
      const files = paths.filter((path) => tree.entries.get(path)?.kind === "file");
      for (const [path, text] of await tree.read(files)) texts.set(path, text);
      const others = paths.filter((path) => tree.entries.get(path)?.kind === "link");
      return { files, others: others.map((path): OtherMatch => ({ path, is: "a symbolic link" })) };
    },
    textOf: (path) => texts.get(path),
    async findUse(from, name) {
      const found = isRelativeUse(name)
        ? { path: joinPath(from, name) }
        : await findUsedFile(root, from, name);
      if (!("path" in found)) return found;
      const { path } = found;
      // No commit has installed packages: those of today count.
      const text = path.split("/").includes("node_modules")
        ? readFileSync(join(root, path), "utf8")
        : await tree.readAbove(path);
      if (text === undefined) return { problem: `there is no such file in \`${tree.revision}\`` };
      texts.set(path, text);
      return found;
    },
    // Nothing is written to a commit.
    obstacleAt: () => undefined,
  };
}

function unread(revision: string, path: string): UsageError {
  return new UsageError(
    `\`${path}\` is a git submodule in \`${revision}\`, and contracts in a submodule cannot be compared with a revision, as git has their text elsewhere: compare with \`lock\` or a package, or write \`contracts\` in the configuration so that no pattern reaches into the submodule`,
  );
}

type Done = (
  error: null,
  entries: readonly Pick<Dirent, "name" | "isFile" | "isDirectory" | "isSymbolicLink">[],
) => void;

/** The search of the library that finds contracts on the disk, over folders that are only in Git. */
async function matchTree(
  root: string,
  { entries }: GitTree,
  globs: readonly string[],
): Promise<{ readonly paths: readonly string[]; readonly modules: readonly string[] }> {
  const { glob } = await import("tinyglobby");
  const folders = foldersOf(entries);
  // The search opens those folders only in which a glob can match.
  const modules: string[] = [];
  const list = (folder: string, _options: object, done: Done): void => {
    const path = relative(root, folder).split(sep).join("/");
    if (entries.get(path)?.kind === "module") modules.push(path);
    const found = [...(folders.get(path) ?? new Map<string, boolean>())];
    done(
      null,
      found.map(([name, isFolder]) => ({
        name,
        isFile: () => !isFolder,
        isDirectory: () => isFolder,
        isSymbolicLink: () => false,
      })),
    );
  };
  const paths = await glob([...globs], {
    cwd: root,
    ignore: ["**/node_modules/**"],
    followSymbolicLinks: false,
    expandDirectories: false,
    fs: { readdir: list as unknown as typeof readdir },
  });
  return { paths: paths.toSorted(), modules };
}

/** By path, the names in each folder, and whether each is a folder. */
function foldersOf(
  entries: ReadonlyMap<string, GitEntry>,
): ReadonlyMap<string, ReadonlyMap<string, boolean>> {
  const folders = new Map<string, Map<string, boolean>>();
  for (const [path, { kind }] of entries) {
    const parts = path.split("/");
    for (const [index, name] of parts.entries()) {
      const folder = parts.slice(0, index).join("/");
      const names = folders.get(folder) ?? new Map<string, boolean>();
      folders.set(folder, names.set(name, index < parts.length - 1 || kind === "module"));
    }
  }
  return folders;
}
