// A trail in a SQLite file: how it is begun, gone on with, read and pruned.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { openSqliteFile } from "../../../server/src/stores/sqlite-file.ts";
import { genesis } from "../../src/trail/chain-entry.ts";
import { groupOf } from "./chained.ts";
import type { AuditLog } from "../../src/trail/chained-audit.ts";
import { headFileOf, openHeadFile } from "../../src/trail/head-file.ts";
import { firstHead, headSigner } from "../../src/trail/head.ts";
import { pinnedLog } from "../../src/trail/pinned-log.ts";
import { sqliteAudit, type SqliteAuditOptions } from "../../src/trail/sqlite-audit.ts";
import { sqliteLog } from "../../src/trail/sqlite-log.ts";
import { sqlitePruner } from "../../src/trail/sqlite-pruner.ts";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";
import { verifyAudit, type VerifyOptions } from "../../src/trail/verify-audit.ts";
import { markOf } from "./chains.ts";
import { entry, newKeys, temporaryFolder, timesOpen, write } from "./trails.ts";

const [keys, later] = [newKeys(), newKeys()];
const signing = { key: keys.key };
let file = "";
beforeEach(() => {
  file = join(temporaryFolder(), "audit.db");
});

const open = (more: Partial<SqliteAuditOptions> = {}) => sqliteAudit({ file, onOutage: () => {}, ...more });

/** Changes the file as somebody does who can write to it. */
function tamper(sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

async function check(expected: object, options?: VerifyOptions): Promise<void> {
  const trail = await readSqliteAudit(file);
  const verdict = await verifyAudit(trail, options);
  await trail.close();
  expect(verdict).toMatchObject(expected);
}

test("the head is outside the file from the start, so that an emptied one is not begun anew", async () => {
  await write(open());
  expect(JSON.parse(readFileSync(headFileOf(file), "utf8"))).toMatchObject([{ writer: "main", sequence: 0 }]);
  await write(open(), "1", "2");
  tamper("delete from proviso_audit; delete from proviso_audit_head");
  expect(() => open()).toThrow("it was put back to an older day");
  expect(timesOpen(file)).toBe(0);
});

test("a new key is introduced when the trail is opened, not only with the next call", async () => {
  await write(open({ signing }), "1");
  await write(open({ signing: { key: later.key, formerKeys: [keys.key] } }));
  await check({ ok: true, records: 2 }, { keys: [later.publicKey] });
  expect(timesOpen(file)).toBe(0);
});

test("a record that was added or whose head was damaged is not gone on from", async () => {
  await write(open(), "1", "2");
  tamper("update proviso_audit_head set sequence = 1");
  expect(() => open()).toThrow("its head is not that of its records");
  tamper("update proviso_audit_head set sequence = 2, head = 'damaged'");
  expect(() => open()).toThrow("its head is not that of its records");
});

test("a writer without a head has no records either", async () => {
  await write(open(), "1");
  tamper("delete from proviso_audit_head");
  writeFileSync(headFileOf(file), "[]");
  expect(() => open()).toThrow("it has records and no head");
});

/** The log of a file that is opened anew, closed after the test. */
function openLog() {
  const opened = openSqliteFile(file);
  const log = sqliteLog(opened);
  onTestFinished(() => log.close().catch(() => {}));
  return { ...opened, log };
}

const group = (...ids: readonly string[]) =>
  groupOf(
    ids.map((id) => entry(id)),
    "main",
    genesis,
    undefined,
  );

test("a group that does not continue its chain is not written, nor any record of it", async () => {
  const { log, database } = openLog();
  log.begin(firstHead("main", undefined));
  const [first, longer] = [group("1"), group("1", "2")];
  expect(await log.append(first.events, first.head)).toBe(true);
  const stored = JSON.stringify(log.endNow("main"));
  // Its first record is there already.
  expect(await log.append(longer.events, longer.head)).toBe(false);
  // Its records are new, and its head is not that of the chain.
  const next = groupOf([entry("2")], "main", { sequence: 7, hash: genesis.hash }, undefined);
  expect(await log.append(next.events, next.head)).toBe(false);
  expect(log.appendNow(next)).toBe(false);
  expect([JSON.stringify(log.endNow("main")), database.isTransaction]).toEqual([stored, false]);
  expect(database.prepare("select count(*) as count from proviso_audit").get()).toEqual({ count: 1 });
});

test("what SQLite refuses for another reason is told as it is", async () => {
  const { log, database } = openLog();
  log.begin(firstHead("main", undefined));
  database.exec("create trigger t before insert on proviso_audit begin select raise(abort, 'no more'); end");
  const { events, head } = group("1");
  await expect(log.append(events, head)).rejects.toThrow("no more");
  // As on a full disk: SQLite has ended the transaction by itself.
  database.exec("drop trigger t");
  database.exec("create trigger t before insert on proviso_audit begin select raise(rollback, 'full'); end");
  await expect(log.append(events, head)).rejects.toThrow("full");
  expect(database.isTransaction).toBe(false);
});

test("a head that is written with its records counts only where these were taken", async () => {
  const { log } = openLog();
  log.begin(firstHead("main", undefined));
  const heads = openHeadFile(headFileOf(file));
  const pinned: AuditLog = pinnedLog(log, heads);
  const [first, longer] = [group("1"), group("1", "2")];
  expect(await pinned.append(first.events, first.head)).toBe(true);
  expect(await pinned.append(longer.events, longer.head)).toBe(false);
  expect(heads.of("main")?.sequence).toBe(1);
  await pinned.close();
  expect(openHeadFile(headFileOf(file)).of("main")?.sequence).toBe(1);
  expect(timesOpen(file)).toBe(0);
});

test("a log is closed, also where its head cannot be written any more", async () => {
  const { log } = openLog();
  log.begin(firstHead("main", undefined));
  const heads = openHeadFile(headFileOf(file));
  const pinned = pinnedLog(log, heads);
  const { events, head } = group("1");
  await pinned.append(events, head);
  await heads.flush();
  writeFileSync(headFileOf(file), "damaged");
  heads.put(head);
  await expect(pinned.close()).rejects.toThrow("is not a list of heads");
  expect(timesOpen(file)).toBe(0);
});

test("the heads of a database come with its records, none before the other", async () => {
  const { log } = openLog();
  expect(log.headsLag).toBe(false);
  log.begin(firstHead("main", undefined));
  const trail = await readSqliteAudit(file);
  expect([trail.headsLag, await Readable.from(trail.events()).toArray()]).toEqual([false, []]);
  await trail.close();
});

test.each([999, 1000, 1001, 2000])(
  "a trail of %i records is read whole, from all its writers",
  async (count) => {
    for (const writer of ["A", "b"]) {
      const audit = open({ writer });
      const number = writer === "A" ? count : 2;
      await Promise.all(Array.from({ length: number }, (_, index) => audit.append(entry(String(index)))));
      await audit.close();
    }
    await check({ ok: true, records: count + 2 });
  },
);

test.each([
  "update proviso_audit set hash = 'x' where sequence = 2",
  "update proviso_audit set sequence = 3 where sequence = 2",
  "update proviso_audit_head set sequence = 1",
])("a column that says something else than its record is found: %s", async (sql) => {
  await write(open(), "1", "2");
  tamper(sql);
  await check({ ok: false });
});

test("a text in the place of a record is read as it is", async () => {
  await write(open(), "1");
  tamper("update proviso_audit set record = 'garbage'");
  const trail = await readSqliteAudit(file);
  expect(await Readable.from(trail.events()).toArray()).toEqual(["garbage"]);
  await trail.close();
  await check({ ok: false, problem: "unreadable" });
});

test("what changed since the marks were made is not pruned", async () => {
  await write(open({ signing }), "1", "2", "3");
  const trail = await readSqliteAudit(file);
  const events = await Readable.from(trail.events()).toArray();
  const head = firstHead("main", headSigner(signing));
  await trail.close();
  const pruner = sqlitePruner(file);
  const mark = markOf({ writer: "main", events, head }, 2, keys, keys);
  const other = { ...mark, hash: genesis.hash };
  await expect(pruner.prune([{ marks: [other], after: 0 }], false)).rejects.toThrow(
    "the trail has changed meanwhile: it has no record 2 with the hash",
  );
  await pruner.close();
  await check({ ok: true, records: 3 }, { keys: [keys.publicKey] });
});

test("an operator is told which file it is", async () => {
  const told: string[] = [];
  const audit = open({ onOutage: (line) => void told.push(line) });
  await audit.append(entry("1"));
  tamper("drop table proviso_audit");
  await expect(audit.append(entry("2"))).rejects.toThrow("no such table");
  await audit.close();
  expect(told.join("\n")).toContain(`the database ${file}`);
});

test("a question whose end is no longer found shows, but not of records from before the column", async () => {
  const ending = { ...entry("1"), kind: "approval" as const, request: "asked" };
  const sink = open();
  await sink.append(ending);
  await sink.append({ ...ending, request: "asked later", part: 1 });
  await sink.close();
  const hidden = { problem: "edited", message: expect.stringContaining("in its columns") };
  tamper("update proviso_audit set ends = null where sequence = 1");
  await check({ ok: true });
  tamper("update proviso_audit set ends = null where sequence = 2");
  await check({ ok: false, ...hidden, sequence: 2 });
  tamper("update proviso_audit set ends = 'another' where sequence = 1");
  await check({ ok: false, ...hidden, sequence: 1 });
});
