import { createHash } from "node:crypto";
import { lstat, readdir, readFile, readlink } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { UsageError } from "@proviso/terminal";
import type { Change, OpenOracle, Oracle, Snapshot } from "../model.ts";
import { changesOf } from "./changes.ts";
import { databaseFile } from "./sqlite.ts";

const maxFiles = 20_000;

/** Files and folders: names, kinds, modes and contents. */
export const files: Oracle = {
  name: "files",
  summary: "Files and folders, by names, modes and hashes of contents: --watch-folder, and the disposable folder.",
  async open({ options, folder }) {
    const given = options["watch-folder"] === undefined ? [] : [resolve(options["watch-folder"])];
    const roots = [...(folder === undefined ? [] : [folder]), ...given];
    if (roots.length === 0) return undefined;
    for (const root of roots)
      if (!(await lstat(root).catch(() => undefined))?.isDirectory())
        throw new UsageError(`\`--watch-folder\` must be a folder, and there is none at ${root}`);
    return openFiles(roots);
  },
};

function openFiles(roots: readonly string[]): OpenOracle {
  const known = new Map<string, { readonly stamp: string; readonly digest: string }>();
  return {
    name: "files",
    watches: `the files below ${roots.join(" and ")}`,
    async snapshot() {
      const found: Record<string, string> = {};
      for (const root of roots) {
        const prefix = roots.length > 1 ? `${root}/` : "";
        await walk(root, root, (path, digest) => {
          // Another oracle sees its rows; the pages of a database change also when it is only read.
          if (!databaseFile.test(path)) found[prefix + path] = digest;
        });
        if (Object.keys(found).length > maxFiles)
          throw new UsageError(`there are more than ${maxFiles} files below ${root}: watch a smaller folder`);
      }
      return found satisfies Snapshot;
    },
    compare: (before, after) => changesOf("files", before, after).map((change) => withAmount(change, before, after)),
    close: async () => known.clear(),
  };

  async function walk(root: string, folder: string, add: (path: string, digest: string) => void): Promise<void> {
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      const digest = await digestOf(path);
      if (digest !== undefined) add(relative(root, path), digest);
      if (entry.isDirectory()) await walk(root, path, add);
    }
  }

  /** Undefined if it is gone meanwhile. A file whose stat data is as before is not read again. */
  async function digestOf(path: string): Promise<string | undefined> {
    try {
      const stat = await lstat(path, { bigint: true });
      const kind = `${stat.mode}:${stat.isFile() ? stat.size : 0}:`;
      if (stat.isSymbolicLink()) return kind + (await readlink(path));
      if (!stat.isFile()) return kind;
      const stamp = `${stat.ino} ${stat.size} ${stat.mtimeNs} ${stat.ctimeNs}`;
      const before = known.get(path);
      if (before?.stamp === stamp) return kind + before.digest;
      const digest = createHash("sha256").update(await readFile(path)).digest("hex");
      known.set(path, { stamp, digest });
      return kind + digest;
    } catch {
      return undefined;
    }
  }
}

/** A digest is `mode:size:hash`. */
function withAmount(change: Change, before: Snapshot, after: Snapshot): Change {
  const [was = 0, is = 0] = [before, after].map((snapshot) => Number(snapshot[change.what]?.split(":")[1] ?? 0));
  return is > was ? { ...change, amount: is - was } : change;
}
