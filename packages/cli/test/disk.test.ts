import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { lookAtDisk } from "../src/cache/disk.ts";
import type { Entries } from "../src/cache/disk.ts";
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
function before(place: ProjectPlace, now: number): Entries {
  const { hashOf, entries } = lookAtDisk(place, undefined, now);
  hashOf("a.txt");
  return new Map([...entries].map(([path, entry]) => [path, { ...entry, hash: "as before" }]));
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
