// A SQLite file on a disk that takes long to sync: calls wait for it, the process does not.
import { rmSync, statSync, writeFileSync } from "node:fs";
import type * as Files from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, test, vi } from "vitest";
import { sharedSync } from "../../../server/src/stores/shared-sync.ts";
import { sqliteStore } from "../../../server/src/stores/sqlite.ts";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { entry, temporaryFolder } from "../audit/trails.ts";

/** Syncs of write-ahead logs that have begun. */
const disk = vi.hoisted(() => ({
  isSlow: false,
  syncs: [] as PromiseWithResolvers<void>[],
  logs: [] as Files.FileHandle[],
}));
vi.mock("node:fs/promises", async (load) => {
  const files = await load<typeof Files>();
  const open: typeof files.open = async (path, ...how) => {
    const handle = await files.open(path, ...how);
    if (!String(path).endsWith("-wal")) return handle;
    disk.logs.push(handle);
    const datasync = handle.datasync.bind(handle);
    handle.datasync = async () => {
      if (!disk.isSlow) return datasync();
      const sync = Promise.withResolvers<void>();
      disk.syncs.push(sync);
      await sync.promise;
      await datasync();
    };
    return handle;
  };
  return { ...files, open };
});

let file = "";
beforeEach(() => {
  file = join(temporaryFolder(), "proviso.db");
  disk.isSlow = false;
  disk.syncs = [];
  disk.logs = [];
});

const later = new Date(Date.now() + 60_000);
const sync = (number: number): Promise<PromiseWithResolvers<void>> =>
  vi.waitFor(
    () => {
      const found = disk.syncs[number];
      if (!found) throw new Error("it has not begun");
      return found;
    },
    { timeout: 120_000 },
  );

test("while the disk syncs, the process goes on, writes wait, and share the next sync", async () => {
  const store = sqliteStore({ file });
  disk.isSlow = true;
  const done: string[] = [];
  const put = (key: string): Promise<unknown> => store.put(key, key, later).then(() => done.push(key));
  const first = put("a");
  const begun = await sync(0);
  const rest = Array.from({ length: 50 }, (_, index) => put(`b${index}`));
  expect(await store.get("b49")).toMatchObject({ value: "b49" });
  expect(done).toEqual([]);
  begun.resolve();
  await first;
  expect(done).toEqual(["a"]);
  (await sync(1)).resolve();
  await Promise.all(rest);
  expect(disk.syncs).toHaveLength(2);
  disk.isSlow = false;
  await store.close();
});

test("a record is not durable before the disk has synced it", async () => {
  const audit = sqliteAudit({ file });
  disk.isSlow = true;
  const ends: string[] = [];
  const append = (id: string): Promise<unknown> => audit.append(entry(id)).then(() => ends.push(id));
  const first = append("a");
  const begun = await sync(0);
  expect(ends).toEqual([]);
  begun.resolve();
  await first;
  expect(ends).toEqual(["a"]);
  disk.isSlow = false;
  await audit.close();
});

test("after a sync that failed, what is in doubt is written anew before anything else is durable", async () => {
  const told: string[] = [];
  const store = sqliteStore({ file, onOutage: (line) => void told.push(line) });
  const logBytes = (): number => statSync(`${file}-wal`).size;
  await store.put("a", 1, later);
  expect(logBytes()).toBeGreaterThan(0);
  disk.isSlow = true;
  const failing = store.put("b", 2, later);
  (await sync(0)).reject(Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO" }));
  await expect(failing).rejects.toThrow("EIO");
  expect(told).toEqual([expect.stringContaining("(EIO: i/o error, fdatasync)")]);
  const next = store.put("c", 3, later);
  const again = await sync(1);
  expect(logBytes()).toBe(0); // it is all in the database
  again.resolve();
  await next;
  disk.isSlow = false;
  await store.close();
});

test("the log is opened once, and closed with the store", async () => {
  const store = sqliteStore({ file });
  for (const key of ["a", "b", "c"]) await store.put(key, 1, later);
  expect(disk.logs).toHaveLength(1);
  expect(disk.logs[0]?.fd).toBeGreaterThan(0);
  await store.close();
  expect(disk.logs[0]?.fd).toBe(-1);
});

test.each([
  ["removed", () => {}],
  ["replaced by another one", () => writeFileSync(`${file}-wal`, "")],
])("a write whose log is %s while it is synced is not durable", async (what, then) => {
  const store = sqliteStore({ file, onOutage: () => {} });
  await store.put("a", 1, later);
  disk.isSlow = true;
  const write = store.put("b", 2, later);
  const begun = await sync(0);
  // The inode stays taken, so that the new file gets another one.
  rmSync(`${file}-wal`);
  then();
  begun.resolve();
  await expect(write).rejects.toThrow(`-wal was ${what} while it was in use`);
  disk.isSlow = false;
  await store.close();
  expect(disk.logs.map(({ fd }) => fd)).toEqual([-1]);
});

test("a sync that has begun makes nothing durable that is written after its beginning", async () => {
  const syncs: PromiseWithResolvers<void>[] = [];
  const synced = sharedSync(() => {
    const one = Promise.withResolvers<void>();
    syncs.push(one);
    return one.promise;
  });
  const ends: string[] = [];
  const wait = (name: string): Promise<unknown> =>
    synced().then(
      () => ends.push(name),
      () => ends.push(`${name} failed`),
    );
  const all = [wait("a"), wait("b"), wait("c")];
  syncs[0]?.reject(new Error("EIO"));
  await all[0];
  expect(ends).toEqual(["a failed"]);
  expect(syncs).toHaveLength(2);
  all.push(wait("d"));
  syncs[1]?.resolve();
  await Promise.all(all.slice(0, 3));
  expect(ends).toEqual(["a failed", "b", "c"]);
  expect(syncs).toHaveLength(3);
  syncs[2]?.resolve();
  await Promise.all(all);
  expect(ends.at(-1)).toBe("d");
});
