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
import { lookAtDisk } from "../src/cache/disk.ts";
import type { Seen } from "../src/cache/disk.ts";
import { hashText } from "../src/cache/hash-text.ts";
import type { ProjectPlace } from "../src/project/find-project.ts";
import { createProject } from "./project.ts";

/** Long after every file of a test was written. */
const later = Date.now() + 3_600_000;

async function createFile(): Promise<{ readonly place: ProjectPlace; readonly file: string }> {
  const { root } = await createProject({ "a.txt": "one" });
  return { place: { root, configFile: "proviso.yaml", configText: "" }, file: join(root, "a.txt") };
}

/** The file as it was read before, under another hash, so that it shows whether it is read again. */
function before(place: ProjectPlace, now: number): Seen {
  const { hashOf, seen } = lookAtDisk(place, undefined, now);
  hashOf("a.txt");
  const entries = [...seen.entries].map(([path, entry]) => [path, { ...entry, hash: "as before" }] as const);
  return { ...seen, entries: new Map(entries) };
}

test("a file that looks as it did is not read again", async () => {
  const { place } = await createFile();
  expect(lookAtDisk(place, undefined, later).hashOf("a.txt")).toBe(hashText("one"));
  expect(lookAtDisk(place, before(place, later), later).hashOf("a.txt")).toBe("as before");
});

test("a file that looks different is", async () => {
  const { place, file } = await createFile();
  const known = before(place, later);
  writeFileSync(file, "two");
  expect(lookAtDisk(place, known, later).hashOf("a.txt")).toBe(hashText("two"));
});

test("a file that was given its old time back has changed nevertheless", async () => {
  const { place, file } = await createFile();
  const known = before(place, later);
  const { atime, mtime } = statSync(file);
  writeFileSync(file, "two");
  utimesSync(file, atime, mtime);
  expect(lookAtDisk(place, known, later).hashOf("a.txt")).toBe(hashText("two"));
});

test("a file that changed a moment ago could change again without looking different, and is read each time", async () => {
  const { place } = await createFile();
  const known = before(place, Date.now());
  expect(lookAtDisk(place, known, later).hashOf("a.txt")).toBe(hashText("one"));
});

test("one run sees a file as it was when it first read it", async () => {
  const { place, file } = await createFile();
  const disk = lookAtDisk(place, undefined, later);
  const hash = disk.hashOf("a.txt");
  writeFileSync(file, "two");
  expect(disk.hashOf("a.txt")).toBe(hash);
  expect(readFileSync(file, "utf8")).toBe("two");
});

test("there is no hash of what is no file", async () => {
  const { place } = await createFile();
  const disk = lookAtDisk(place, undefined, later);
  expect([disk.hashOf("absent.txt"), disk.hashOf("contracts")]).toEqual([undefined, undefined]);
});

test("files have one look as long as none of them changes, comes or goes", async () => {
  const { place } = await createFile();
  const paths = ["a.txt", "b.txt"];
  const look = (now = later): string | undefined => lookAtDisk(place, undefined, now).looksOf(paths);
  const [a = "", b = ""] = paths.map((path) => join(place.root, path));
  const looks = [look()];
  for (const change of [() => writeFileSync(a, "two"), () => writeFileSync(b, ""), () => rmSync(a)]) {
    change();
    expect(look()).toBe(look());
    looks.push(look());
  }
  expect(new Set(looks).size).toBe(looks.length);
  expect(look(statSync(b).ctimeMs)).toBeUndefined();
});

describe("what a search found", () => {
  const globs = ["contracts/**/*.yaml"];

  async function createSearched(): Promise<{ readonly root: string; search(): Promise<readonly string[]> }> {
    const { root } = await createProject({ "contracts/more/a.yaml": "", "b.yaml": "" });
    const disk = lookAtDisk({ root }, undefined, later);
    const { files } = await disk.matches(globs);
    // Under another name, so that it shows whether it is searched for again.
    const searches = [...disk.seen.searches].map(
      ([key, found]) => [key, { ...found, files: [...files, "as before"] }] as const,
    );
    const seen = { ...disk.seen, searches: new Map(searches) };
    return { root, search: async () => (await lookAtDisk({ root }, seen, later).matches(globs)).files };
  }

  test("is found without a search, as long as no folder looks different", async () => {
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

  test("is not believed of a folder that changed a moment ago, nor where there is a link", async () => {
    const { root } = await createProject();
    const search = async (now: number): Promise<unknown> => {
      const disk = lookAtDisk({ root }, undefined, now);
      await disk.matches(globs);
      return [...disk.seen.searches.values()].map(({ folders }) => folders?.size);
    };
    expect(await search(later)).toEqual([1]);
    expect(await search(statSync(join(root, "contracts")).ctimeMs)).toEqual([undefined]);
    symlinkSync("notes.yaml", join(root, "contracts/link.yaml"));
    expect(await search(later)).toEqual([undefined]);
  });

  test("is nothing where nothing is searched for, and takes no search", async () => {
    const { root } = await createProject();
    const disk = lookAtDisk({ root }, undefined, later);
    expect(await disk.matches([])).toEqual({ files: [], others: [] });
    expect(disk.seen.searches.size).toBe(0);
  });

  test("with a folder on the way that is a link now, it is searched for again", async () => {
    const { root } = await createProject({ "a/contracts/a.yaml": "" });
    const first = lookAtDisk({ root }, undefined, later);
    await first.matches(["a/contracts/*.yaml"]);
    renameSync(join(root, "a"), join(root, "b"));
    symlinkSync("b", join(root, "a"));
    const { others } = await lookAtDisk({ root }, first.seen, later).matches(["a/contracts/*.yaml"]);
    expect(others).toEqual([{ path: "a", is: "a symbolic link" }]);
  });
});

test("a text is read again only where its file looks different", async () => {
  const { place, file } = await createFile();
  const first = lookAtDisk(place, undefined, later);
  expect(first.textOf("a.txt")).toBe("one");
  const texts = [...(first.seen.texts ?? [])].map(
    ([path, known]) => [path, { ...known, text: "as before" }] as const,
  );
  const seen = { ...first.seen, texts: new Map(texts) };
  expect(lookAtDisk(place, seen, later).textOf("a.txt")).toBe("as before");
  writeFileSync(file, "two");
  expect(lookAtDisk(place, seen, later).textOf("a.txt")).toBe("two");
  expect(() => lookAtDisk(place, seen, later).textOf("b.txt")).toThrow("ENOENT");
});
