// A store or a trail that is put back to an older day without the other: repeated calls would run again.
import { copyFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, test } from "vitest";
import { sqliteStore } from "../../../server/src/stores/sqlite.ts";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import type { AuditSink, Store } from "../../../server/src/api/ports.ts";
import type { ChainOptions } from "../../src/trail/chained-audit.ts";
import { recordsOf, temporaryFolder } from "../audit/trails.ts";
import { noteServer } from "../../../server/test/product/note-server.ts";
import { anna } from "../../../server/test/sample.ts";

const stateKeys = [new Uint8Array(32)];
const quiet = { onOutage: () => {} };

let folder = "";
beforeEach(() => {
  folder = temporaryFolder();
});

const path = (name: string): string => join(folder, name);
const store = (): Store => sqliteStore({ file: path("store.db"), ...quiet });

/** Trails in a file of their own, and in the store's. */
const trails = {
  "a SQLite file": (options: ChainOptions) => sqliteAudit({ file: path("trail.db"), ...quiet, ...options }),
  "the store's file": (options: ChainOptions) =>
    sqliteAudit({ file: path("store.db"), ...quiet, ...options }),
  "a new file": (options: ChainOptions) => sqliteAudit({ file: path("new.db"), ...quiet, ...options }),
} satisfies Record<string, (options: ChainOptions) => AuditSink | Promise<AuditSink>>;
type Kind = keyof typeof trails;
const kinds = ["a SQLite file", "the store's file"] as const satisfies readonly Kind[];

/** A server that is started anew; `ran` tells what had an effect. */
async function serve(kind: Kind, options: ChainOptions = {}) {
  const ran: string[] = [];
  const faults: string[] = [];
  const app = noteServer({
    store: store(),
    stateKeys,
    audit: await trails[kind](options),
    onFault: (error) => void faults.push(String(error)),
    create({ text }) {
      ran.push(text);
      return { id: text };
    },
  });
  const call = (key: string): Promise<string> =>
    app
      .as(anna)
      .notes.create({ text: key }, { idempotencyKey: key })
      .then(
        () => "ok",
        (error: { readonly code: string }) => error.code,
      );
  return { app, call, ran, faults };
}

async function callOnce(kind: Kind, key: string, options?: ChainOptions): Promise<readonly string[]> {
  const { app, call, ran, faults } = await serve(kind, options);
  const answer = await call(key);
  await app.close();
  return [answer, ...ran, ...faults];
}

/** Copies files, and returns a function that puts the copies back. */
function backUp(...names: readonly string[]): () => void {
  for (const name of names) copyFileSync(path(name), path(`${name}.copy`));
  return () => {
    for (const name of names) {
      for (const end of ["-wal", "-shm"]) rmSync(path(`${name}${end}`), { force: true });
      copyFileSync(path(`${name}.copy`), path(name));
    }
  };
}

/** Changes a database as somebody does who can write to it. */
function tamper(sql: string, name = "store.db"): void {
  const database = new DatabaseSync(path(name));
  database.exec(sql);
  database.close();
}

const storeIsOld = /the store was put back to an older day/;

test.each(kinds)("an emptied store is refused, with a trail in %s", async (kind) => {
  expect(await callOnce(kind, "a")).toEqual(["ok", "a"]);
  tamper("delete from proviso_state");
  expect(await callOnce(kind, "a")).toEqual(["server_unavailable", expect.stringMatching(storeIsOld)]);
});

test("a store that was put back to before the last call is refused", async () => {
  await callOnce("a SQLite file", "a");
  const restore = backUp("store.db");
  await callOnce("a SQLite file", "b");
  restore();
  expect(await callOnce("a SQLite file", "b")).toEqual([
    "server_unavailable",
    expect.stringMatching(storeIsOld),
  ]);
});

test("a trail that was put back with its heads is refused while the store is newer", async () => {
  await callOnce("a SQLite file", "a");
  const restore = backUp("trail.db", "trail.db.head.json");
  await callOnce("a SQLite file", "b");
  restore();
  expect(await callOnce("a SQLite file", "c")).toEqual([
    "server_unavailable",
    expect.stringMatching(/the trail was put back to an older day/),
  ]);
});

test.each(kinds)("store and trail that belong together are accepted: %s", async (kind) => {
  for (const [index, writer] of ["one", "two", "one"].entries()) {
    const { app } = await serve(kind, { writer });
    await app.close();
    expect(await callOnce(kind, `key ${index}`, { writer })).toMatchObject({ 0: "ok" });
  }
});

test("a new trail takes no name in the store that another trail has", async () => {
  await callOnce("a SQLite file", "a");
  expect(await callOnce("a new file", "b")).toEqual([
    "server_unavailable",
    expect.stringMatching(/does not contain it; if this is another trail, give it a `writer` of its own/),
  ]);
  expect(await callOnce("a new file", "b", { writer: "other" })).toEqual(["ok", "b"]);
});

test("a writer that begins a chain of its own beside an older store is refused by what another one wrote", async () => {
  await callOnce("a SQLite file", "a", { writer: "one" });
  const restore = backUp("store.db");
  await callOnce("a SQLite file", "b", { writer: "one" });
  restore();
  expect(await callOnce("a SQLite file", "b", { writer: "new" })).toMatchObject({ 0: "server_unavailable" });
});

test("a store that is emptied under a running server runs nothing twice", async () => {
  const { app, call, ran, faults } = await serve("a SQLite file");
  await call("a");
  tamper("delete from proviso_state");
  await expect.poll(() => call("b").then((answer) => answer)).not.toBe("ok");
  expect(faults).toContainEqual(expect.stringMatching(storeIsOld));
  await app.close();
  expect(ran).not.toEqual(["a", "a"]);
});

test("serving begins only with a store of this trail", async () => {
  await callOnce("a SQLite file", "a");
  tamper("delete from proviso_state");
  const { app } = await serve("a SQLite file");
  await expect(app.serve({ http: 0, signals: false })).rejects.toThrow(storeIsOld);
  expect(await app.ready()).toBe(false);
  await app.close();
});

test.each(kinds)("what was restored on purpose is served, and the reason is on record: %s", async (kind) => {
  await callOnce(kind, "a");
  tamper("delete from proviso_state");
  const restored = { reason: "the disk failed", until: new Date(Date.now() + 60_000).toISOString() };
  expect(await callOnce(kind, "a", { restored })).toEqual(["ok", "a"]);
  expect(await callOnce(kind, "a")).toEqual(["ok"]);
  const read = (): Promise<Awaited<ReturnType<typeof readSqliteAudit>>> =>
    readSqliteAudit(path(kind === "a SQLite file" ? "trail.db" : "store.db"));
  expect(await recordsOf(await read())).toContainEqual(
    expect.objectContaining({
      event: "proviso.audit.restored",
      details: expect.objectContaining({ reason: "the disk failed" }),
    }),
  );
  const trail = await read();
  expect(await verifyAudit(trail)).toMatchObject({ ok: true });
  await trail.close();
});

test.each([
  ["store", ["store.db"]],
  ["trail", ["trail.db", "trail.db.head.json"]],
] as const)(
  "each server accepts a %s that was put back, and none undoes what another accepted",
  async (_what, files) => {
    const restored = { reason: "x", until: new Date(Date.now() + 60_000).toISOString() };
    const call = async (writer: string, key: string, more: ChainOptions = {}): Promise<string> =>
      (await callOnce("a SQLite file", key, { writer, ...more }))[0] ?? "";
    for (const writer of ["one", "two", "gone"]) await call(writer, writer);
    const restore = backUp(...files);
    for (const writer of ["one", "two", "gone"]) await call(writer, `${writer} again`);
    restore();
    expect(await call("one", "1")).toBe("server_unavailable");
    expect(await call("one", "1", { restored })).toBe("ok");
    expect(await call("two", "2", { restored })).toBe("ok");
    // The third writer never starts again.
    for (const writer of ["one", "two", "one"]) expect(await call(writer, "3")).toBe("ok");
  },
);

test("a statement about a restore ends, and is not on record if nothing was restored", async () => {
  await callOnce("a SQLite file", "a");
  const until = (ms: number): string => new Date(Date.now() + ms).toISOString();
  await callOnce("a SQLite file", "b", { restored: { reason: "x", until: until(60_000) } });
  const records = await recordsOf(await readSqliteAudit(path("trail.db")));
  expect(records.filter(({ event }) => event === "proviso.audit.restored")).toEqual([]);
  tamper("delete from proviso_state");
  expect(await callOnce("a SQLite file", "b", { restored: { reason: "x", until: until(-1) } })).toMatchObject(
    {
      0: "server_unavailable",
    },
  );
  expect(() =>
    sqliteAudit({ file: path("trail.db"), restored: { reason: "x", until: until(48 * 3_600_000) } }),
  ).toThrow(/at most a day/);
});
