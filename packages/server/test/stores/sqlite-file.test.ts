import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { Kysely } from "kysely";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeSqliteDialect } from "../../src/stores/node-sqlite-dialect.ts";
import { sqliteStore } from "../../src/stores/sqlite.ts";

const run = promisify(execFile);
const future = new Date(8.64e15);
const worker = new URL("./fixtures/insert-worker.ts", import.meta.url).pathname;
const lockHolder = new URL("./fixtures/lock-holder.ts", import.meta.url).pathname;

let folder = "";
let file = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "proviso-sqlite-"));
  file = join(folder, "state.db");
});
afterEach(() => rmSync(folder, { recursive: true }));

async function check(use: (store: ReturnType<typeof sqliteStore>) => Promise<unknown>, expected: unknown) {
  const store = sqliteStore({ file });
  try {
    expect(await use(store)).toEqual(expected);
  } finally {
    await store.close();
  }
}

test("keeps its values when it is closed and opened again", async () => {
  await check(async (store) => store.insert("k", { a: 1 }, future), true);
  await check(async (store) => (await store.get("k"))?.value, { a: 1 });
});

test("uses a write-ahead log and syncs every commit", async () => {
  await check((store) => store.get("k"), undefined);
  const database = new DatabaseSync(file);
  expect(database.prepare("pragma journal_mode").get()).toEqual({ journal_mode: "wal" });
  database.close();
});

test("deletes expired rows from the file once in a while, and keeps until when it did", async () => {
  await check(async (store) => {
    for (let i = 0; i < 600; i++) await store.put(`k${i}`, i, new Date(0));
  }, undefined);
  const database = new DatabaseSync(file);
  expect(database.prepare("select count(*) as n from proviso_state").get()).toEqual({ n: 101 });
  database.close();
});

test("lets four processes create the file at once, and one of them win every insert", async () => {
  const runs = await Promise.all(Array.from({ length: 4 }, () => run(process.execPath, [worker, file])));
  const wins = runs.map(({ stdout }) => Number(stdout));
  expect(wins.reduce((sum, won) => sum + won)).toBe(200);
});

test("waits for a process that is just creating the file", async () => {
  const holder = spawn(process.execPath, [lockHolder, file]);
  const exited = once(holder, "exit");
  await once(holder.stdout, "data");
  await check((store) => store.insert("k", 1, future), true);
  await exited;
});

test("rolls back a transaction that fails, and binds booleans", async () => {
  interface Flags {
    readonly flag: { readonly name: string; readonly on: boolean | number };
  }
  const database = new Kysely<Flags>({ dialect: nodeSqliteDialect(file) });
  await database.schema.createTable("flag").addColumn("name", "text").addColumn("on", "integer").execute();
  await database.insertInto("flag").values({ name: "kept", on: true }).execute();
  const failing = database.transaction().execute(async (trx) => {
    await trx.insertInto("flag").values({ name: "lost", on: false }).execute();
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await database.selectFrom("flag").selectAll().execute()).toEqual([{ name: "kept", on: 1 }]);
  const updated = await database.updateTable("flag").set({ on: false }).executeTakeFirstOrThrow();
  expect(updated.numUpdatedRows).toBe(1n);
  await database.destroy();
});

test("does not write when opened read-only", async () => {
  await check((store) => store.get("k"), undefined);
  const database = new Kysely<{ proviso_state: { key: string } }>({
    dialect: nodeSqliteDialect(file, { readOnly: true }),
  });
  expect(await database.selectFrom("proviso_state").selectAll().execute()).toEqual([]);
  await expect(database.deleteFrom("proviso_state").execute()).rejects.toThrow("readonly");
  await database.destroy();
});
