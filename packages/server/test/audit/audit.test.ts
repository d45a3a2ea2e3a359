import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { chainedAudit } from "../../src/audit/chained-audit.ts";
import { jsonlAudit, readJsonlAudit } from "../../src/audit/jsonl-audit.ts";
import { memoryAudit } from "../../src/audit/memory-audit.ts";
import { postgresAudit, readPostgresAudit } from "../../src/audit/postgres-audit.ts";
import { readSqliteAudit, sqliteAudit } from "../../src/audit/sqlite-audit.ts";
import { verifyAudit } from "../../src/audit/verify-audit.ts";
import type { AuditEntry, AuditSink } from "../../src/ports.ts";
import { startCluster, type Cluster } from "../postgres/cluster.ts";

let folder = "";
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "proviso-audit-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

let cluster: Promise<Cluster> | undefined;
let database: Promise<string> | undefined;
afterEach(() => void (database = undefined));
afterAll(async () => (await cluster)?.remove());

/** One database a test, made when it is first asked for. */
function postgres(): Promise<string> {
  cluster ??= startCluster();
  return (database ??= cluster.then((started) => started.createDatabase()));
}

function entry(callId: string, more: Partial<AuditEntry> = {}): AuditEntry {
  return { callId, kind: "intent", time: "2026-01-01T00:00:00.000Z", tool: "files.get", ...more };
}

interface SinkCase {
  open(writer?: string): Promise<AuditSink>;
  read(): Promise<readonly unknown[]>;
}

const sinks: Readonly<Record<string, SinkCase>> = {
  jsonl: {
    open: (writer) => jsonlAudit({ file: join(folder, "audit.jsonl"), ...(writer ? { writer } : {}) }),
    read: () => readJsonlAudit(join(folder, "audit.jsonl")),
  },
  sqlite: {
    open: async (writer) => sqliteAudit({ file: join(folder, "audit.db"), ...(writer ? { writer } : {}) }),
    read: () => readSqliteAudit(join(folder, "audit.db")),
  },
  postgres: {
    open: async (writer) =>
      postgresAudit({ connectionString: await postgres(), ...(writer ? { writer } : {}) }),
    read: async () => readPostgresAudit({ connectionString: await postgres() }),
  },
};

describe.each(Object.entries(sinks))("the %s sink", (_name, sink) => {
  async function check(sessions: readonly (readonly [string, readonly AuditEntry[]])[], expected: number) {
    for (const [writer, entries] of sessions) {
      const audit = await sink.open(writer);
      await Promise.all(entries.map((one) => audit.append(one)));
      await audit.close();
    }
    expect(verifyAudit(await sink.read())).toMatchObject({ ok: true, records: expected });
  }

  test("chains concurrent entries in the order of their arrival", async () => {
    const entries = Array.from({ length: 50 }, (_, i) => entry(`c${i}`));
    await check([["main", entries]], 50);
    const ids = (await sink.read()).map((record) => (record as AuditEntry).callId);
    expect(ids).toEqual(entries.map(({ callId }) => callId));
  });

  test("continues a writer's chain after a restart, beside another writer's", () =>
    check(
      [
        ["a", [entry("1"), entry("2")]],
        ["b", [entry("3")]],
        ["a", [entry("4")]],
        ["b", [entry("5")]],
      ],
      5,
    ));

  test("cannot be forged into a second record by line breaks", () =>
    check([["main", [entry('x"}\n{"sequence":2}\r\n\u2028', { input: { text: "\n\n" } })]]], 1));

  test("refuses entries after it was closed", async () => {
    const audit = await sink.open();
    await audit.close();
    await expect(audit.append(entry("late"))).rejects.toThrow("closed");
  });
});

test("any number of connections may extend one chain in a PostgreSQL database, all the time", async () => {
  const connectionString = await postgres();
  const open = async (): Promise<AuditSink> => postgresAudit({ connectionString });
  const four = await Promise.all([open(), open(), open(), open()]);
  const extend = async (sink: AuditSink): Promise<void> => {
    for (let i = 0; i < 50; i++) await sink.append(entry(`c${i}`));
  };
  await Promise.all(four.map(extend));
  await Promise.all(four.map((sink) => sink.close()));
  expect(verifyAudit(await readPostgresAudit({ connectionString }))).toMatchObject({
    ok: true,
    records: 200,
  });
});

test("two processes may extend one chain in a SQLite file", async () => {
  const file = join(folder, "audit.db");
  const [one, two] = [sqliteAudit({ file }), sqliteAudit({ file })];
  for (let i = 0; i < 10; i++) await Promise.all([one.append(entry(`a${i}`)), two.append(entry(`b${i}`))]);
  await Promise.all([one.close(), two.close()]);
  expect(verifyAudit(await readSqliteAudit(file))).toMatchObject({ ok: true, records: 20 });
});

test("a JSON lines file that ends inside a record, after a crash, is continued after its last whole one", async () => {
  const file = join(folder, "audit.jsonl");
  const before = await jsonlAudit({ file });
  await before.append(entry("1"));
  await before.close();
  appendFileSync(file, '{"callId":"torn');
  const after = await jsonlAudit({ file });
  await after.append(entry("2"));
  await after.close();
  expect(verifyAudit(await readJsonlAudit(file))).toMatchObject({ ok: true, records: 2 });
});

test("a JSON lines file that somebody else wrote to is not written to any more", async () => {
  const file = join(folder, "audit.jsonl");
  const audit = await jsonlAudit({ file });
  await audit.append(entry("1"));
  appendFileSync(file, "{}\n");
  await expect(audit.append(entry("2"))).rejects.toThrow("another process");
  await audit.close();
  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(3);
});

test("entries that wait for a write share the next one", async () => {
  const groups: number[] = [];
  const release: (() => void)[] = [];
  const audit = chainedAudit(
    {
      head: async () => undefined,
      append: (records) => {
        groups.push(records.length);
        return new Promise((resolve) => release.push(() => resolve(true)));
      },
      close: async () => {},
    },
    "main",
  );
  const first = audit.append(entry("0"));
  await new Promise(setImmediate);
  const rest = Array.from({ length: 31 }, (_, i) => audit.append(entry(`${i}`)));
  release.shift()?.();
  await first;
  await new Promise(setImmediate);
  release.shift()?.();
  await Promise.all(rest);
  expect(groups).toEqual([1, 31]);
});

test("a failed write fails its entries and leaves no hole in the chain", async () => {
  const kept: unknown[] = [];
  let broken = true;
  const audit = chainedAudit(
    {
      head: async () => undefined,
      append: async (records) => {
        if (broken) throw new Error("disk full");
        return kept.push(...records) > 0;
      },
      close: async () => {},
    },
    "main",
  );
  await expect(audit.append(entry("1"))).rejects.toThrow("disk full");
  broken = false;
  await audit.append(entry("2"));
  expect(verifyAudit(kept)).toMatchObject({ ok: true, records: 1 });
});

describe("verifyAudit", () => {
  async function records(): Promise<Record<string, unknown>[]> {
    const audit = memoryAudit();
    for (let i = 1; i <= 4; i++) await audit.append(entry(`c${i}`, { input: { amount: i } }));
    return JSON.parse(JSON.stringify(audit.records)) as Record<string, unknown>[];
  }

  async function check(change: (list: Record<string, unknown>[]) => unknown[], expected: object) {
    expect(verifyAudit(change(await records()))).toMatchObject(expected);
  }

  test("accepts what was written, and an empty trail", async () => {
    await check((list) => list, { ok: true, records: 4 });
    await check(() => [], { ok: true, records: 0 });
  });
  test("finds an edited field", () =>
    check((list) => list.map((one, i) => (i === 1 ? { ...one, tool: "files.put" } : one)), {
      ok: false,
      problem: "edited",
      index: 1,
      sequence: 2,
    }));
  test("finds an added field", () =>
    check((list) => list.map((one, i) => (i === 2 ? { ...one, note: 1 } : one)), {
      problem: "edited",
      index: 2,
    }));
  test("finds a record that was replaced by a consistent one of another chain", async () => {
    const other = memoryAudit();
    for (let i = 1; i <= 4; i++) await other.append(entry(`x${i}`));
    await check((list) => list.with(1, { ...other.records[1] }), { problem: "edited", index: 1 });
  });
  test("finds a removed record", () =>
    check((list) => list.toSpliced(1, 1), { problem: "gap", index: 1, sequence: 3 }));
  test("finds that the first record is missing", () =>
    check((list) => list.slice(1), { problem: "gap", index: 0 }));
  test("finds two records that changed places", () =>
    check(([a, b, c, d]) => [a, c, b, d], { problem: "reordered", index: 1, sequence: 3 }));
  test("finds a repeated record", () => check(([a, b]) => [a, b, b], { problem: "reordered", index: 2 }));
  test("finds what is no record at all", () =>
    check((list) => [...list, "…"], { problem: "unreadable", index: 4 }));
});

test("a line that was overwritten with garbage is unreadable, not skipped", async () => {
  const file = join(folder, "audit.jsonl");
  const audit = await jsonlAudit({ file });
  await audit.append(entry("1"));
  await audit.append(entry("2"));
  await audit.close();
  const [first, second] = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, `${"x".repeat(first?.length ?? 0)}\n${second}\n`);
  expect(verifyAudit(await readJsonlAudit(file))).toMatchObject({
    ok: false,
    problem: "unreadable",
    index: 0,
  });
});
