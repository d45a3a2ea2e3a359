import { hash } from "node:crypto";
import { lstat, readFile, readlink } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { UsageError } from "@proviso/terminal";
import type { Change, OpenOracle, Oracle } from "../model.ts";
import { changesOf } from "./changes.ts";
import { entriesBelow } from "./entries-below.ts";
import { onlyInserts } from "./only-inserts.ts";
import { databaseFile } from "./sqlite.ts";

const maxFiles = 20_000;
/** The contents of larger files, and of more than these bytes together, are not kept to compare them. */
const kept = { ofFile: 200_000, together: 50_000_000 };

interface KnownFile {
  readonly stamp: string;
  readonly digest: string;
  readonly size: number;
  readonly content?: Buffer;
}

/** Files and folders: names, kinds, modes and contents. */
export const files: Oracle = async ({ options, folder }) => {
  const given = options["watch-folder"] === undefined ? [] : [resolve(options["watch-folder"])];
  const roots = [...(folder === undefined ? [] : [folder]), ...given];
  if (roots.length === 0) return undefined;
  for (const root of roots)
    if (!(await lstat(root).catch(() => undefined))?.isDirectory())
      throw new UsageError(`\`--watch-folder\` must be a folder, and there is none at ${root}`);
  return openFiles(roots, options["audit"]);
};

/** `trail`: the audit trail, which every call may write. */
function openFiles(roots: readonly string[], trail: string | undefined): OpenOracle {
  const known = new Map<string, KnownFile>();
  let keptBytes = 0;
  /** Digests of files into which something was written between what was there, each with the digest before. */
  const appended = new Map<string, string>();
  return {
    name: "files",
    watches: `the files below ${roots.join(" and ")}, without node_modules`,
    async snapshot() {
      const found: Record<string, string> = {};
      for (const root of roots) {
        const prefix = roots.length > 1 ? `${root}/` : "";
        for await (const [path] of entriesBelow(root)) {
          const digest = await digestOf(path);
          // Another oracle sees its rows; the pages of a database change also when it is only read.
          if (digest !== undefined && !databaseFile.test(path) && path !== trail)
            found[prefix + relative(root, path)] = digest;
        }
        if (Object.keys(found).length > maxFiles)
          throw new UsageError(`there are more than ${maxFiles} files below ${root}: watch a smaller folder`);
      }
      return found;
    },
    compare: (before, after) =>
      changesOf("files", before, after).map((change) =>
        withAmount(change, appended, before[change.what], after[change.what]),
      ),
  };

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
      const content = await readFile(path);
      const digest = hash("sha256", content);
      if (before && hasOnlyMore(before, content)) appended.set(digest, before.digest);
      const isKept = content.length <= kept.ofFile && keptBytes + content.length <= kept.together;
      keptBytes += (isKept ? content.length : 0) - (before?.content?.length ?? 0);
      known.set(path, { stamp, digest, size: content.length, ...(isKept && { content }) });
      return kind + digest;
    } catch {
      return undefined;
    }
  }
}

/** Whether all that was in the file is still there, with more at its end or in between. */
function hasOnlyMore({ size, digest, content }: KnownFile, now: Buffer): boolean {
  if (size >= now.length) return false;
  if (hash("sha256", now.subarray(0, size)) === digest) return true;
  return content !== undefined && onlyInserts(content.toString(), now.toString());
}

/** A digest is `mode:size:hash`. What was written at the end of a file, or in between, was added. */
function withAmount(change: Change, appended: ReadonlyMap<string, string>, was = "", is = ""): Change {
  const [modeBefore, sizeBefore = "0", hashBefore] = was.split(":");
  const [mode, size = "0", now = ""] = is.split(":");
  const amount = Number(size) - Number(sizeBefore);
  const isAppended = hashBefore !== undefined && appended.get(now) === hashBefore && modeBefore === mode;
  return { ...change, ...(isAppended && { kind: "added" as const }), ...(amount > 0 && { amount }) };
}
