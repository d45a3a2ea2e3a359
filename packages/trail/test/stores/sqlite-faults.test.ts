import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, renameSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import type { Store } from "../../../server/src/api/ports.ts";
import { sqliteStore } from "../../../server/src/stores/sqlite.ts";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { temporaryFolder } from "../audit/trails.ts";
import { fixture, summary, type Fixture } from "../../../server/test/sample.ts";

const future = new Date(8.64e15);
const keeper = new URL("../../../server/test/stores/fixtures/lock-keeper.ts", import.meta.url).pathname;

let file = "";
beforeEach(() => {
  file = join(temporaryFolder(), "proviso.sqlite");
});

/** A server whose state and audit trail are in the file, and the lines that its operator reads. */
function serve(execute?: Fixture["execute"]) {
  const told: string[] = [];
  const onOutage = (line: string): void => void told.push(line);
  const store = sqliteStore({ file, onOutage });
  const served = fixture({
    clock: { now: () => new Date() },
    store,
    audit: sqliteAudit({ file, onOutage }),
    ...(execute && { execute }),
  });
  onTestFinished(() => served.server.close().catch(() => {}));
  const call = async (key: string): Promise<string> =>
    summary(await served.call("notes.create", { text: "a" }, { idempotencyKey: key }));
  return { ...served, call, store, told };
}

function open(): Store {
  const store = sqliteStore({ file, onOutage: () => {} });
  onTestFinished(() => store.close());
  return store;
}

async function lock(): Promise<{ release(): Promise<void> }> {
  const child: ChildProcess = spawn(process.execPath, [keeper, file], { stdio: ["pipe", "pipe", "inherit"] });
  const exited = once(child, "exit");
  onTestFinished(() => void child.kill("SIGKILL"));
  if (child.stdout) await once(child.stdout, "data");
  return {
    async release() {
      child.stdin?.end();
      await exited;
    },
  };
}

/** A copy of the whole database as it is now. */
function backUp(): string {
  const database = new DatabaseSync(file);
  database.exec("pragma wal_checkpoint(truncate)");
  database.close();
  const copy = `${file}.backup`;
  copyFileSync(file, copy);
  return copy;
}

test("nothing runs again after a backup was moved over the file, and its operator is told once", async () => {
  const { call, ran, told } = serve();
  const backup = backUp();
  expect(await call("k")).toBe("completed");
  renameSync(backup, file);
  for (let i = 0; i < 3; i++) expect(await call("k")).toBe("refused server_unavailable");
  expect(ran).toHaveLength(1);
  expect(told).toEqual([
    expect.stringMatching(
      /^since 20\S+Z the database \S+ cannot be used \(\S+ was replaced by another one while it was in use\); calls that need it are refused until it can; move the file back/,
    ),
  ]);
});

test("a file that is removed refuses calls until it is back in its place", async () => {
  const { call, ran, told } = serve();
  expect(await call("1")).toBe("completed");
  renameSync(file, `${file}.away`);
  expect(await call("2")).toBe("refused server_unavailable");
  renameSync(`${file}.away`, file);
  expect(await call("2")).toBe("completed");
  expect(await call("1")).toBe("replayed");
  expect(ran).toHaveLength(2);
  await expect.poll(async () => (await call("1")) && told.length).toBe(2);
  expect(told).toEqual([
    expect.stringContaining("was removed while it was in use"),
    expect.stringMatching(/^the database \S+ can be used again, after \d+\.\d s/),
  ]);
});

test.each(["-wal", "-shm"])(
  "a %s that is removed refuses calls, and after a restart nothing is lost",
  async (end) => {
    const first = serve();
    expect(await first.call("1")).toBe("completed");
    rmSync(`${file}${end}`);
    expect(await first.call("2")).toBe("refused server_unavailable");
    await expect(first.store.put("k", 1, future)).rejects.toThrow(`${end} was removed while it was in use`);
    expect(first.told).toEqual([expect.stringMatching(/restart the server/)]);
    await first.server.close();
    const { call, ran } = serve();
    expect(await call("1")).toBe("replayed");
    expect(await call("2")).toBe("completed");
    expect(ran).toHaveLength(1);
  },
);

test("a -wal that is removed while a call runs does not let it say that it has ended", async () => {
  const { call, ran } = serve(() => {
    rmSync(`${file}-wal`);
    return { id: "n" };
  });
  expect(await call("1")).toBe("failed outcome_unknown");
  expect(ran).toHaveLength(1);
});

test("a fault of state and trail is reported once, and its end once", async () => {
  const { call, ran, told } = serve(() => {
    if (ran.length === 1) renameSync(file, `${file}.away`);
    return { id: "n" };
  });
  // Its outcome is neither remembered nor recorded.
  expect(await call("1")).toBe("failed outcome_unknown");
  expect(told).toEqual([expect.stringMatching(/^since \S+ the database \S+ cannot be used/)]);
  renameSync(`${file}.away`, file);
  await expect.poll(async () => (await call("2")) && told.length).toBe(2);
  expect(await call("3")).toBe("completed");
  expect(told).toHaveLength(2);
  expect(told.at(-1)).toMatch(/^the database \S+ can be used again/);
});

test("an operator is told what to do about a trail that was put back", async () => {
  const { call, told } = serve();
  expect(await call("1")).toBe("completed");
  const database = new DatabaseSync(file);
  database.exec("delete from proviso_audit; update proviso_audit_head set sequence = 0");
  database.close();
  expect(await call("2")).toBe("refused server_unavailable");
  expect(told).toEqual([
    expect.stringMatching(
      /cannot be used \(the audit trail of `main`.*put the newest copy of the trail back/,
    ),
  ]);
});

test("a claim is refused, too, where only the store's file was replaced", async () => {
  const store = open();
  await store.insert("k", 1, future);
  const copy = `${file}.copy`;
  copyFileSync(file, copy);
  renameSync(copy, file);
  await expect(store.insert("k", 2, future)).rejects.toThrow("was replaced by another one");
  await expect(store.get("k")).rejects.toThrow("was replaced by another one");
});

test("a server does not start on a database that was emptied", async () => {
  const first = serve();
  expect(await first.call("k")).toBe("completed");
  await first.server.close();
  for (const end of ["", "-wal", "-shm"]) rmSync(`${file}${end}`, { force: true });
  expect(serve).toThrow(/put back to an older day.*\.head\.json/);
});

test("a server does not start on a database that a newer version has changed", async () => {
  await serve().server.close();
  const database = new DatabaseSync(file);
  database.exec("insert into proviso_migration values ('999-later')");
  database.close();
  expect(serve).toThrow(/newer version of @proviso\/server \(migration 999-later\)/);
});

test("an audit trail whose rows were put back under a running server is not continued", async () => {
  const { call, ran } = serve();
  expect(await call("1")).toBe("completed");
  const database = new DatabaseSync(file);
  database.exec("delete from proviso_audit where sequence > 1");
  database.exec("update proviso_audit_head set sequence = 1");
  database.close();
  expect(await call("2")).toBe("refused server_unavailable");
  expect(ran).toHaveLength(1);
});

test("a lock of another process holds up what needs it, and nothing else", async () => {
  const { call, told } = serve();
  const elsewhere = file;
  file = join(temporaryFolder(), "other.sqlite");
  const unrelated = open();
  file = elsewhere;
  const { release } = await lock();
  let isAnswered = false;
  const locked = call("k").finally(() => {
    isAnswered = true;
  });
  await unrelated.put("k", 1, future);
  expect(isAnswered).toBe(false);
  await release();
  expect(await locked).toBe("completed");
  expect(told).toEqual([]);
});

test("the log of a file is emptied as soon as nobody reads from it any more", async () => {
  const store = open();
  const reader = new DatabaseSync(file, { readOnly: true });
  reader.exec("begin");
  reader.prepare("select count(*) from proviso_state").get();
  // Pages that stay as they were are not written.
  for (let i = 0; i < 150; i++)
    await store.put("k", String.fromCharCode(97 + (i % 26)).repeat(200_000), future);
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(20_000_000);
  reader.close();
  for (let i = 0; i < 150; i++) await store.put("k", i, future);
  expect(statSync(`${file}-wal`).size).toBeLessThan(1_000_000);
});
