// What the file of a pruned trail becomes, and what is left of it when something goes wrong.
import { appendFileSync, existsSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import type { Stats } from "node:fs";
import type * as Files from "node:fs/promises";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { jsonlAudit } from "../../src/trail/jsonl-audit.ts";
import { jsonlPruner } from "../../src/trail/jsonl-pruner.ts";
import { prunedEvent, readPruned, type PrunedMark } from "../../src/trail/pruned-mark.ts";
import { readEvent } from "../../src/trail/cloud-event.ts";
import { chain, markOf } from "./chains.ts";
import { newKeys, temporaryFolder, timesOpen } from "./trails.ts";

/** What happens right before and after a file is moved. */
const meanwhile = vi.hoisted(() => ({ before: () => {}, after: () => {} }));
vi.mock("node:fs/promises", async (load) => {
  const files = await load<typeof Files>();
  const rename: typeof files.rename = async (from, to) => {
    meanwhile.before();
    await files.rename(from, to);
    meanwhile.after();
  };
  return { ...files, rename };
});

const keys = newKeys();
const main = chain("main", keys, keys, keys, keys, keys);
const mark = (sequence: number): PrunedMark => markOf(main, sequence, keys, keys);
const text = (lines: readonly unknown[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join("");

let file = "";
beforeEach(() => {
  meanwhile.before = meanwhile.after = () => {};
  file = join(temporaryFolder(), "audit.jsonl");
  writeFileSync(file, text(main.events));
});

const prune = async (keepAnchors: boolean, ...marks: readonly PrunedMark[]): Promise<void> =>
  jsonlPruner(file).prune([{ marks, after: 0 }], keepAnchors);

/** The numbers of the marks, as `p2`, and of the records. */
const shown = (): string =>
  readFileSync(file, "utf8")
    .split("\n")
    .slice(0, -1)
    .map((line): string => {
      const event: unknown = JSON.parse(line);
      const pruned = readPruned(event);
      return pruned ? `p${pruned.sequence}` : String(readEvent(event)?.sequence ?? line);
    })
    .join(" ");

async function allHandles(): Promise<Files.FileHandle> {
  const handle = await open(file, "r");
  await handle.close();
  return Object.getPrototypeOf(handle) as Files.FileHandle;
}

test("without anchors the newest mark alone stays, with them each one, and one that is signed anew once", async () => {
  await prune(true, mark(1), mark(2));
  expect(shown()).toBe("p1 p2 3 4 5");
  await prune(true, mark(3));
  expect(shown()).toBe("p1 p2 p3 4 5");
  await prune(true, mark(1), mark(2), mark(3));
  expect(shown()).toBe("p1 p2 p3 4 5");
  await prune(false, mark(3), mark(4));
  expect(shown()).toBe("p4 5");
});

test("lines that are no records, and records of others, stay where they are", async () => {
  const others = chain("others", keys).events;
  writeFileSync(
    file,
    `${text([...main.events.slice(0, 2), ...others])}garbage\n${text(main.events.slice(2))}`,
  );
  await prune(false, mark(3));
  expect(readFileSync(file, "utf8")).toBe(
    `${text(others)}garbage\n${text([prunedEvent(mark(3)), ...main.events.slice(3)])}`,
  );
});

test("a trail that is written to while it is copied stays as it is", async () => {
  const handles = await allHandles();
  const written = vi.spyOn(handles, "datasync").mockImplementationOnce(async () => {
    appendFileSync(`${file}.pruning`, "{}\n");
  });
  await expect(prune(false, mark(3))).rejects.toThrow("was written to meanwhile: stop the server");
  written.mockRestore();
  expect(readFileSync(file, "utf8")).toBe(`${text(main.events)}{}\n`);
  expect([existsSync(`${file}.pruned.new`), timesOpen(file)]).toEqual([false, 0]);
});

test("what a server has told to be written before the file is taken away is kept, whatever interrupts the pruning", async () => {
  meanwhile.before = () => appendFileSync(file, '{"told":1}\n');
  await prune(false, mark(4));
  expect(shown()).toBe('p4 5 {"told":1}');
  meanwhile.after = () => {
    throw new Error("killed");
  };
  await expect(prune(false, mark(4))).rejects.toThrow("killed");
  // A process that is killed puts nothing back.
  if (!existsSync(file)) renameSync(`${file}.pruning`, file);
  expect(shown()).toBe('p4 5 {"told":1} {"told":1}');
  expect(timesOpen(file)).toBe(0);
});

test("a file that a server begins meanwhile is not replaced, and the trail is not lost", async () => {
  meanwhile.after = () => writeFileSync(file, '{"new":1}\n');
  await expect(prune(false, mark(4))).rejects.toThrow("EEXIST");
  expect(shown()).toBe('{"new":1}');
  expect(readFileSync(`${file}.pruning`, "utf8")).toBe(text(main.events));
});

test("nobody begins a trail in the place of one whose pruning was interrupted", async () => {
  renameSync(file, `${file}.pruning`);
  await expect(jsonlAudit({ file })).rejects.toThrow(`\`mv ${file}.pruning ${file}\``);
  expect(existsSync(file)).toBe(false);
});

test.each([
  ["the owner and the group", { uid: 1, gid: 1 }],
  ["the owner", { uid: 1, gid: 0 }],
  ["the group", { uid: 0, gid: 1 }],
  ["neither", { uid: 0, gid: 0 }],
])("the file still belongs to whom it belonged: another process changed %s", async (_what, other) => {
  const { ino, uid, gid } = statSync(file);
  const owner = { uid: uid + other.uid, gid: gid + other.gid };
  const handles = await allHandles();
  const { stat } = handles;
  const looked = vi.spyOn(handles, "stat").mockImplementation(async function (this: Files.FileHandle) {
    const found = (await stat.call(this)) as Stats;
    return Object.assign(found, found.ino === ino ? owner : {});
  } as typeof stat);
  // Only root may do it.
  const given = vi.spyOn(handles, "chown").mockResolvedValue();
  await prune(false, mark(4));
  const expected = other.uid + other.gid > 0 ? [[owner.uid, owner.gid]] : [];
  expect(given.mock.calls).toEqual(expected);
  looked.mockRestore();
  given.mockRestore();
  expect(shown()).toBe("p4 5");
});
