import { rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openCache } from "../src/cache/cache.ts";
import { hashText, openFileHashes } from "../src/cache/file-hashes.ts";
import type { ProjectPlace } from "../src/project/find-project.ts";
import { createProject } from "./project.ts";

/** Long after every file of a test was written. */
const later = Date.now() + 3_600_000;

async function createFile(): Promise<{
  readonly place: ProjectPlace;
  forge(): Promise<void>;
}> {
  const project = await createProject({ "a.txt": "one" });
  return {
    place: { root: project.root, configFile: "proviso.yaml", configText: "" },
    forge: () =>
      project.editCache<string[]>("files", (known) =>
        known.map((each) => (each === hashText("one") ? "forged" : each)),
      ),
  };
}

async function hashAt(place: ProjectPlace, now: number): Promise<string | undefined> {
  const disk = openCache(place);
  const hashes = openFileHashes(place, disk, now);
  const hash = hashes.of("a.txt");
  hashes.keep(disk);
  await disk.save();
  return hash;
}

test("a file that looks as it did is not read again", async () => {
  const { place, forge } = await createFile();
  expect(await hashAt(place, later)).toBe(hashText("one"));
  await forge();
  expect(await hashAt(place, later)).toBe("forged");
});

test("a file that looks different is", async () => {
  const { place, forge } = await createFile();
  await hashAt(place, later);
  await forge();
  writeFileSync(join(place.root, "a.txt"), "two");
  expect(await hashAt(place, later)).toBe(hashText("two"));
});

test("a file that changed a moment ago could change again without looking different, and is read each time", async () => {
  const { place, forge } = await createFile();
  expect(await hashAt(place, Date.now())).toBe(hashText("one"));
  await forge();
  expect(await hashAt(place, Date.now())).toBe(hashText("one"));
});

test("there is no hash of what is no file", async () => {
  const { place } = await createFile();
  const hashes = openFileHashes(place, openCache(place), later);
  expect([hashes.of("absent.txt"), hashes.of("contracts")]).toEqual([undefined, undefined]);
});

test("files have one look as long as none of them changes, comes or goes", async () => {
  const { place } = await createFile();
  const paths = ["a.txt", "b.txt"];
  const look = (now = later): string | undefined =>
    openFileHashes(place, openCache(place), now).looksOf(paths);
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
