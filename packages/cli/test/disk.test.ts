import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { lookAtDisk } from "../src/incremental/stamped-disk.ts";
import type { Known, StampedDisk } from "../src/incremental/stamped-disk.ts";
import { hashText } from "../src/disk/hash-text.ts";
import { isSameStamp } from "../src/disk/stamp.ts";
import { createProject } from "./project.ts";

/** Long after every file of a test was written. */
const later = Date.now() + 3_600_000;

async function createFile(): Promise<{ readonly root: string; readonly file: string }> {
  const { root } = await createProject({ "a.txt": "one" });
  return { root, file: join(root, "a.txt") };
}

/** The stamps of a run, with another hash for every file, so that a file that is read again shows. */
function knownTo({ files, searches }: StampedDisk): Known {
  return {
    hashOf(path, stamp) {
      const known = files.get(path)?.stamp;
      return known && isSameStamp(known, stamp) ? "as before" : undefined;
    },
    searches,
  };
}

function before(root: string, now: number): Known {
  const disk = lookAtDisk(root, undefined, now);
  disk.hashOf("a.txt");
  return knownTo(disk);
}

test("a file with the stamp that it had is not read again", async () => {
  const { root } = await createFile();
  expect(lookAtDisk(root, undefined, later).hashOf("a.txt")).toBe(hashText("one"));
  expect(lookAtDisk(root, before(root, later), later).hashOf("a.txt")).toBe("as before");
});

test("a file with another stamp is", async () => {
  const { root, file } = await createFile();
  const known = before(root, later);
  writeFileSync(file, "two");
  expect(lookAtDisk(root, known, later).hashOf("a.txt")).toBe(hashText("two"));
});

test("a file that was given its old time back has changed nevertheless", async () => {
  const { root, file } = await createFile();
  const known = before(root, later);
  const { atime, mtime } = statSync(file);
  writeFileSync(file, "two");
  utimesSync(file, atime, mtime);
  expect(lookAtDisk(root, known, later).hashOf("a.txt")).toBe(hashText("two"));
});

test("a file that changed a moment ago could change again without looking different, and is read each time", async () => {
  const { root } = await createFile();
  const known = before(root, Date.now());
  expect(lookAtDisk(root, known, later).hashOf("a.txt")).toBe(hashText("one"));
});

test("one run sees a file as it was when it first read it", async () => {
  const { root, file } = await createFile();
  const disk = lookAtDisk(root, undefined, later);
  const hash = disk.hashOf("a.txt");
  writeFileSync(file, "two");
  expect(disk.hashOf("a.txt")).toBe(hash);
  expect(readFileSync(file, "utf8")).toBe("two");
});

test("there is no hash of what is no file", async () => {
  const { root } = await createFile();
  const disk = lookAtDisk(root, undefined, later);
  expect([disk.hashOf("absent.txt"), disk.hashOf("contracts")]).toEqual([undefined, undefined]);
});

test("a text goes with the hash of what was read, whatever was known before", async () => {
  const { root, file } = await createFile();
  const disk = lookAtDisk(root, before(root, later), later);
  expect(disk.hashOf("a.txt")).toBe("as before");
  writeFileSync(file, "two");
  expect([disk.textOf("a.txt"), disk.hashOf("a.txt")]).toEqual(["two", hashText("two")]);
  expect([disk.textOf("absent.txt"), disk.textOf("contracts")]).toEqual([undefined, undefined]);
});

test("there is news where something was read or searched for, and none where all was known", async () => {
  const { root, file } = await createFile();
  const known = before(root, later);
  const hasNews = (): boolean => {
    const disk = lookAtDisk(root, known, later);
    disk.hashOf("a.txt");
    return disk.hasNews();
  };
  expect(hasNews()).toBe(false);
  writeFileSync(file, "two");
  expect(hasNews()).toBe(true);
});

describe("what a search found", () => {
  const globs = ["contracts/**/*.yaml"];

  async function createSearched(): Promise<{ readonly root: string; search(): Promise<readonly string[]> }> {
    const { root } = await createProject({ "contracts/more/a.yaml": "", "b.yaml": "" });
    const disk = lookAtDisk(root, undefined, later);
    const { files } = await disk.matches(globs);
    // Under another name, so that it shows whether it is searched for again.
    const searches = [...disk.searches].map(
      ([key, found]) => [key, { ...found, files: [...files, "as before"] }] as const,
    );
    const known = { ...knownTo(disk), searches: new Map(searches) };
    return { root, search: async () => (await lookAtDisk(root, known, later).matches(globs)).files };
  }

  test("is found without a search, as long as every folder has its stamp", async () => {
    const { root, search } = await createSearched();
    expect(await search()).toContain("as before");
    writeFileSync(join(root, "contracts/more/a.yaml"), "other words");
    writeFileSync(join(root, "c.yaml"), "");
    expect(await search()).toContain("as before");
  });

  const changes: readonly [string, (root: string) => void, string][] = [
    [
      "a file came",
      (root) => writeFileSync(join(root, "contracts/more/c.yaml"), ""),
      "contracts/more/c.yaml",
    ],
    ["a file went", (root) => rmSync(join(root, "contracts/more/a.yaml")), "contracts/notes.yaml"],
    [
      "a file is called something else",
      (root) => renameSync(join(root, "contracts/more/a.yaml"), join(root, "contracts/more/d.yaml")),
      "contracts/more/d.yaml",
    ],
    ["a folder came", (root) => mkdirSync(join(root, "contracts/new")), "contracts/more/a.yaml"],
    [
      "a link leads to the folder",
      (root) => {
        renameSync(join(root, "contracts/more"), join(root, "elsewhere"));
        symlinkSync("../elsewhere", join(root, "contracts/more"));
      },
      "contracts/notes.yaml",
    ],
  ];
  test.each(changes)("is searched for again where %s", async (_, change, path) => {
    const { root, search } = await createSearched();
    change(root);
    const files = await search();
    expect(files).toContain(path);
    expect(files).not.toContain("as before");
  });

  test("is not trusted for a folder that just changed, nor where there is a link", async () => {
    const { root } = await createProject();
    const search = async (now: number): Promise<unknown> => {
      const disk = lookAtDisk(root, undefined, now);
      await disk.matches(globs);
      return [...disk.searches.values()].map(({ folders }) => folders?.size);
    };
    expect(await search(later)).toEqual([1]);
    expect(await search(statSync(join(root, "contracts")).ctimeMs)).toEqual([undefined]);
    symlinkSync("notes.yaml", join(root, "contracts/link.yaml"));
    expect(await search(later)).toEqual([undefined]);
  });

  test("is nothing where nothing is searched for, and takes no search", async () => {
    const { root } = await createProject();
    const disk = lookAtDisk(root, undefined, later);
    expect(await disk.matches([])).toEqual({ files: [], others: [] });
    expect(disk.searches.size).toBe(0);
  });

  test("with a folder on the way that is a link now, it is searched for again", async () => {
    const { root } = await createProject({ "a/contracts/a.yaml": "" });
    const first = lookAtDisk(root, undefined, later);
    await first.matches(["a/contracts/*.yaml"]);
    renameSync(join(root, "a"), join(root, "b"));
    symlinkSync("b", join(root, "a"));
    const { others } = await lookAtDisk(root, knownTo(first), later).matches(["a/contracts/*.yaml"]);
    expect(others).toEqual([{ path: "a", is: "a symbolic link" }]);
  });
});
