// The file beside a trail that holds the heads of its writers.
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import type * as Files from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { beforeEach, expect, test, vi } from "vitest";
import { openHeadFile, readHeadFile } from "../../src/trail/head-file.ts";
import { firstHead, headSigner, type AuditHead } from "../../src/trail/head.ts";
import { newKeys, temporaryFolder, timesOpen } from "./trails.ts";

/** How long it takes to put a file in the place of another. */
const renaming = vi.hoisted(() => ({ lasts: Promise.resolve() }));
vi.mock("node:fs/promises", async (load) => {
  const files = await load<typeof Files>();
  const rename: typeof files.rename = async (from, to) => {
    await renaming.lasts;
    return files.rename(from, to);
  };
  return { ...files, rename };
});

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryFolder();
  file = join(folder, "audit.jsonl.head.json");
});

const head = (sequence: number, writer = "main"): AuditHead => ({
  ...firstHead(writer, undefined),
  sequence,
});
const kept = () =>
  (JSON.parse(readFileSync(file, "utf8")) as readonly AuditHead[]).map((each) => [
    each.writer,
    each.sequence,
  ]);
const longAgo = new Date(Date.now() - 61_000);

test("a draft that a killed process left is removed after a minute, and nothing else", () => {
  const names = {
    old: "audit.jsonl.head.json.00ff.new",
    fresh: "audit.jsonl.head.json.01ff.new",
    other: "other.jsonl.head.json.00ff.new",
    copy: "audit.jsonl.head.json.copy",
  };
  for (const [which, name] of Object.entries(names)) {
    writeFileSync(join(folder, name), "");
    if (which !== "fresh") utimesSync(join(folder, name), longAgo, longAgo);
  }
  openHeadFile(file);
  expect(
    Object.entries(names)
      .filter(([, name]) => existsSync(join(folder, name)))
      .map(([which]) => which),
  ).toEqual(["fresh", "other", "copy"]);
});

test("no file holds no head, and what is no list is told as it is", async () => {
  expect(await readHeadFile(file)).toEqual([]);
  expect(openHeadFile(file).of("main")).toBeUndefined();
  for (const text of ["{}", "[", "7"]) {
    writeFileSync(file, text);
    expect(await readHeadFile(file)).toEqual([text]);
    expect(() => openHeadFile(file)).toThrow("is not a list of heads; see `proviso audit verify`");
  }
});

test("a file that cannot be read is not taken for none", async () => {
  mkdirSync(file);
  await expect(readHeadFile(file)).rejects.toThrow("EISDIR");
  expect(() => openHeadFile(file)).toThrow("EISDIR");
});

test("the newest head of each writer is kept, also of writers in other processes", async () => {
  const [one, another] = [openHeadFile(file), openHeadFile(file)];
  one.put(head(1));
  one.put(head(2));
  await one.flush();
  another.put(head(5, "b"));
  await another.flush();
  one.put(head(3));
  await one.flush();
  expect(kept()).toEqual([
    ["main", 3],
    ["b", 5],
  ]);
  another.put(head(1));
  await another.flush();
  expect(kept()).toEqual([
    ["main", 3],
    ["b", 5],
  ]);
  expect(openHeadFile(file).of("b")?.sequence).toBe(5);
});

test("a head is written at once, and those that follow after a while or when asked", async () => {
  const heads = openHeadFile(file, 3_600_000);
  heads.put(head(1));
  await expect.poll(() => existsSync(file) && kept()).toEqual([["main", 1]]);
  heads.put(head(2));
  heads.put(head(3));
  await setTimeout(50);
  expect(kept()).toEqual([["main", 1]]);
  await heads.flush();
  expect(kept()).toEqual([["main", 3]]);
  const soon = openHeadFile(file, 20);
  soon.put(head(4));
  soon.put(head(5));
  await expect.poll(kept).toEqual([["main", 5]]);
});

test("a head that cannot be written is told, and written when it can be", async () => {
  const heads = openHeadFile(file);
  await heads.ready();
  rmSync(folder, { recursive: true });
  heads.put(head(1));
  await expect(heads.flush()).rejects.toThrow("ENOENT");
  await expect(heads.ready()).rejects.toThrow("ENOENT");
  mkdirSync(folder);
  await heads.ready();
  expect(kept()).toEqual([["main", 1]]);
  rmSync(file);
  await heads.ready();
  expect(existsSync(file)).toBe(false);
});

test("nothing is written where nothing is new, neither at once nor later", async () => {
  const heads = openHeadFile(file, 20);
  await heads.flush();
  expect(existsSync(file)).toBe(false);
  heads.put(head(1));
  heads.put(head(2));
  await heads.flush();
  const { ino } = statSync(file);
  await heads.flush();
  await setTimeout(60);
  expect([statSync(file).ino, timesOpen(file)]).toEqual([ino, 0]);
});

test("a head that is being written holds nobody up", async () => {
  const heads = openHeadFile(file);
  const { promise, resolve } = Promise.withResolvers<void>();
  renaming.lasts = promise;
  heads.put(head(1));
  await heads.ready();
  expect(existsSync(file)).toBe(false);
  resolve();
  await heads.flush();
  expect(kept()).toEqual([["main", 1]]);
});

test("of two heads of one record the one that was put last is kept: it may be signed", async () => {
  const heads = openHeadFile(file);
  heads.put(head(0));
  await heads.flush();
  const signer = headSigner({ key: newKeys().key });
  heads.put(firstHead("main", signer));
  await heads.flush();
  expect(openHeadFile(file).of("main")).toMatchObject({ sequence: 0, keyId: signer.keyId });
});

test("a draft that leads nowhere is left alone", () => {
  const draft = `${file}.00ff.new`;
  symlinkSync(join(folder, "nowhere"), draft);
  openHeadFile(file);
  expect(lstatSync(draft).isSymbolicLink()).toBe(true);
});

test.each(["", "\n"])("of an empty head file the operator is told what to do: %j", (text) => {
  writeFileSync(file, text);
  expect(() => openHeadFile(file)).toThrow(
    `${file} is empty: put its newest copy back; without a copy, make sure that nobody has restored the database`,
  );
});
