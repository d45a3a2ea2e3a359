import { renameSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { FileChange } from "../src/disk/transaction.ts";
import { applyChanges } from "../src/disk/transaction.ts";

const before = { "a.txt": "old a", "b/b.txt": "old b", "c/d/e.txt": "old e" };
const changes: readonly FileChange[] = [
  { path: "a.txt", text: "new a" },
  { path: "new/deep/f.txt", text: "new f" },
  { path: "b/b.txt" },
  { path: "c/d/e.txt" },
  { path: "last.txt", text: "last" },
];
const after = { "a.txt": "new a", "last.txt": "last", "new/deep/f.txt": "new f" };

async function createFolder(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "proviso-transaction-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [path, text] of Object.entries(before)) {
    await mkdir(join(root, path, ".."), { recursive: true });
    await writeFile(join(root, path), text);
  }
  return root;
}

/** Files with their texts, and empty folders, under `root`. */
async function contents(root: string): Promise<Record<string, string>> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const found = entries.map(async (entry): Promise<[string, string][]> => {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile()) return [[path.slice(root.length + 1), await readFile(path, "utf8")]];
    return (await readdir(path)).length === 0 ? [[path.slice(root.length + 1), "(empty folder)"]] : [];
  });
  return Object.fromEntries((await Promise.all(found)).flat().toSorted());
}

test("changes are written, removed, and emptied folders go", async () => {
  const root = await createFolder();
  await applyChanges(root, changes);
  expect(await contents(root)).toEqual(after);
});

const moves = 6;
test.each(Array.from({ length: moves }, (_, index) => index))(
  "if move %i of the swap fails, everything is as before",
  async (failing) => {
    const root = await createFolder();
    let count = 0;
    const move = (from: string, to: string): void => {
      count += 1;
      if (count > failing) throw new Error("the disk refuses");
      renameSync(from, to);
    };
    await expect(applyChanges(root, changes, move)).rejects.toThrow("the disk refuses");
    expect(await contents(root)).toEqual(before);
  },
);

test("the swap takes exactly the moves that the test above breaks", async () => {
  const root = await createFolder();
  let count = 0;
  await applyChanges(root, changes, (from, to) => {
    count += 1;
    renameSync(from, to);
  });
  expect(count).toBe(moves);
});

test("if a text cannot be staged, everything is as before", async () => {
  const root = await createFolder();
  const impossible = [...changes, { path: "a.txt/inside.txt", text: "x" }];
  await expect(applyChanges(root, impossible)).rejects.toThrow(/ENOTDIR|EEXIST/);
  expect(await contents(root)).toEqual(before);
});
