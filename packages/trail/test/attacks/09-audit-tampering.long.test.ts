// What `verify` finds in general: `test/audit/verify.test.ts`. Here somebody changes what the stores hold, with all rights.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Client } from "pg";
import { afterAll, describe, expect, test } from "vitest";
import type { AuditTrail } from "../../src/trail/audit-trail.ts";
import { eventOf } from "../audit/chained.ts";
import { genesis, type ChainLink } from "../../src/trail/chain-entry.ts";
import { groupEnd } from "../../src/trail/group-end.ts";
import { readEvent } from "../../src/trail/cloud-event.ts";
import { readHead, type AuditHead } from "../../src/trail/head.ts";
import { jsonlFile } from "../audit/jsonl-file.ts";
import { readJsonlAudit } from "../../src/trail/jsonl-trail.ts";
import { postgresAudit } from "../../src/trail/postgres-audit.ts";
import { readPostgresAudit } from "../../src/trail/postgres-trail.ts";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";
import { verifyAudit, type VerifyOptions } from "../../src/trail/verify-audit.ts";
import type { AuditSink } from "../../../server/src/api/ports.ts";
import { entry, newKeys, temporaryFolder, write } from "../audit/trails.ts";
import { startCluster, type Cluster } from "@proviso/postgres";
import { answerWithinMs } from "../../../server/test/patience.ts";

const keys = newKeys();
const signing = { key: keys.key };

let cluster: Promise<Cluster> | undefined;
afterAll(async () => (await cluster)?.remove());

/** What a store holds: records as texts, each writer's in order, and the heads. */
interface Content {
  readonly records: readonly string[];
  readonly heads: readonly AuditHead[];
}

interface Place {
  /** In a database: changes what the columns of a row say, and not the record in it. */
  relabel?(sql: string): Promise<void>;
  open(writer: string): Promise<AuditSink>;
  read(): Promise<AuditTrail>;
  /** Puts this in the place of all that is there. */
  replace(content: Content): Promise<void>;
}

const places: Readonly<Record<string, () => Promise<Place>>> = {
  async jsonl() {
    const file = join(temporaryFolder(), "audit.jsonl");
    return {
      open: async (writer) => jsonlFile({ file, writer, signing }),
      read: () => readJsonlAudit(file),
      async replace({ records, heads }) {
        writeFileSync(file, records.map((record) => `${record}\n`).join(""));
        writeFileSync(`${file}.head.json`, JSON.stringify(heads));
      },
    };
  },
  async sqlite() {
    const file = join(temporaryFolder(), "audit.db");
    const headFile = join(temporaryFolder(), "heads.json");
    return {
      open: async (writer) => sqliteAudit({ file, writer, signing, headFile }),
      read: () => readSqliteAudit(file),
      async replace(content) {
        const database = new DatabaseSync(file);
        for (const [sql, values] of statements(content, () => "?")) database.prepare(sql).run(...values);
        database.close();
      },
      async relabel(sql) {
        const database = new DatabaseSync(file);
        database.exec(sql);
        database.close();
      },
    };
  },
  async postgres() {
    cluster ??= startCluster();
    const connectionString = await (await cluster).createDatabase();
    const headFile = join(temporaryFolder(), "heads.json");
    return {
      open: (writer) => postgresAudit({ connectionString, writer, signing, headFile, answerWithinMs }),
      read: () => readPostgresAudit({ connectionString }),
      async replace(content) {
        const client = new Client(connectionString);
        await client.connect();
        for (const [sql, values] of statements(content, (index) => `$${index}`))
          await client.query(sql, [...values]);
        await client.end();
      },
      async relabel(sql) {
        const client = new Client(connectionString);
        await client.connect();
        await client.query(sql);
        await client.end();
      },
    };
  },
};

type Statement = readonly [sql: string, values: readonly (string | number)[]];

/** Records keep their places: the first record of a writer is number 1, whatever it says itself. */
function statements({ records, heads }: Content, mark: (index: number) => string): readonly Statement[] {
  const counts = new Map<string, number>();
  const marks = (count: number): string => Array.from({ length: count }, (_, i) => mark(i + 1)).join(", ");
  const rows = records.map((text): Statement => {
    const { writer = "?", hash = "?" } = readEvent(JSON.parse(text)) ?? {};
    counts.set(writer, (counts.get(writer) ?? 0) + 1);
    const values = [writer, counts.get(writer) ?? 0, hash, text];
    return [`insert into proviso_audit (writer, sequence, hash, record) values (${marks(4)})`, values];
  });
  const ends = heads.map((head): Statement => {
    const values = [head.writer, head.sequence, JSON.stringify(head)];
    return [`insert into proviso_audit_head (writer, sequence, head) values (${marks(3)})`, values];
  });
  return [["delete from proviso_audit", []], ["delete from proviso_audit_head", []], ...rows, ...ends];
}

async function contentOf({ read }: Place): Promise<Content> {
  const trail = await read();
  const records: string[] = [];
  const heads = (await trail.heads()).map(readHead).filter((head) => head !== undefined);
  for await (const event of trail.events()) records.push(JSON.stringify(event));
  await trail.close();
  return { records, heads };
}

async function verify({ read }: Place, options: VerifyOptions = { keys: [keys.publicKey] }) {
  const trail = await read();
  const verdict = await verifyAudit(trail, options);
  await trail.close();
  return verdict;
}

/** All records of all writers, chained anew: what whoever has no key can make of any history. */
function rechained(records: readonly string[]): readonly string[] {
  const ends = new Map<string, ChainLink>();
  return records.map((text) => {
    const {
      writer = "",
      sequence: _s,
      previousHash: _p,
      hash: _h,
      ...rest
    } = readEvent(JSON.parse(text)) ?? {};
    const last = ends.get(writer) ?? genesis;
    const event = eventOf({ ...entry("?"), ...rest }, writer, last);
    ends.set(writer, { sequence: last.sequence + 1, hash: event.hash });
    return JSON.stringify(event);
  });
}

type Change = (content: Content) => Content;
const records =
  (change: (list: readonly string[]) => readonly string[]): Change =>
  (content) => ({ ...content, records: change(content.records) });

// The trail: a has records 0 to 3, b has records 4 to 7.
const tampering: readonly (readonly [what: string, change: Change, found: object])[] = [
  [
    "an edit",
    records((list) => list.with(5, (list[5] ?? "").replace("b-2", "b-x"))),
    { problem: "edited", writer: "b", sequence: 2 },
  ],
  [
    "a reorder",
    records(([a, b, c, ...rest]) => [a, c, b, ...rest] as string[]),
    { problem: "reordered", writer: "a", sequence: 3 },
  ],
  [
    "an edit that only some readers see, for JSON lets a name stand twice",
    records((list) => list.with(5, (list[5] ?? "").replace("{", '{"time":"1970-01-01T00:00:00Z",'))),
    { problem: "unreadable", index: 5 },
  ],
  ["a removal", records((list) => list.toSpliced(5, 1)), { problem: "gap", writer: "b", sequence: 3 }],
  [
    "a removed beginning",
    records((list) => list.toSpliced(0, 1)),
    { problem: "gap", writer: "a", sequence: 2 },
  ],
  ["a cut tail", records((list) => list.slice(0, -1)), { problem: "cut", writer: "b", sequence: 4 }],
  [
    "a writer without its records",
    records((list) => list.slice(0, 4)),
    { problem: "cut", writer: "b", sequence: 4 },
  ],
  [
    "a history that was chained anew",
    records((list) => rechained(list.with(1, (list[1] ?? "").replaceAll("a-2", "a-x")))),
    { problem: "rewritten", writer: "a" },
  ],
  [
    "a record that was added",
    records((list) => {
      const last = readEvent(JSON.parse(list[7] ?? "")) ?? genesis;
      return [...list, JSON.stringify(eventOf(entry("b-5"), "b", last))];
    }),
    { problem: "appended", writer: "b" },
  ],
  [
    "a cut tail with a head that fits",
    ({ records: list, heads }) => {
      const { hash = "" } = readEvent(JSON.parse(list[6] ?? "")) ?? {};
      return {
        records: list.slice(0, -1),
        heads: heads.map((head) => (head.writer === "b" ? { ...head, sequence: 3, hash } : head)),
      };
    },
    { problem: "head_forged", writer: "b" },
  ],
  [
    "a cut tail with a head made of the signature that the last signed record before it carries",
    ({ records: list, heads }) => {
      const ends = list.map((text) => groupEnd(JSON.parse(text)));
      const at = ends.findLastIndex((end, i) => i < list.length - 1 && end?.signature !== undefined);
      const end = ends[at];
      if (end?.writer !== "b") throw new Error("no end of a group");
      return {
        records: list.slice(0, at + 1),
        heads: heads.map((head) => (head.writer === "b" ? end : head)),
      };
    },
    { problem: "head_forged", writer: "b" },
  ],
  [
    "heads without a signature",
    ({ records: list, heads }) => ({
      records: list,
      heads: heads.map(({ signature: _signature, ...head }) => head),
    }),
    { problem: "head_unsigned" },
  ],
  [
    "removed heads",
    ({ records: list }) => ({ records: list, heads: [] }),
    { problem: "head_missing", writer: "a" },
  ],
  [
    "the head of another writer",
    ({ records: list, heads }) => ({
      records: list,
      heads: heads.map((head) => ({ ...head, writer: head.writer === "a" ? "b" : "a" })),
    }),
    { problem: "head_forged" },
  ],
];

describe.each(Object.entries(places))("in %s", (name, place) => {
  async function filled(): Promise<Place> {
    const filling = await place();
    for (const writer of ["a", "b"])
      await write(await filling.open(writer), ...[1, 2, 3, 4].map((number) => `${writer}-${number}`));
    expect(await verify(filling)).toMatchObject({ ok: true, records: 8 });
    return filling;
  }

  test("a trail that was emptied shows, with its heads or without", async () => {
    const emptied = await filled();
    const { heads } = await contentOf(emptied);
    await emptied.replace({ records: [], heads });
    expect(await verify(emptied)).toMatchObject({ problem: "cut" });
    await emptied.replace({ records: [], heads: [] });
    expect(await verify(emptied)).toMatchObject({ problem: "head_missing" });
    expect(await verify(emptied, {})).toMatchObject({ problem: "head_missing" });
  });

  test("a head is signed from the very beginning", async () => {
    const begun = await place();
    await write(await begun.open("a"));
    const signedHead = { writer: "a", sequence: 0, signature: "valid" };
    expect(await verify(begun)).toMatchObject({ ok: true, records: 0, writers: [signedHead] });
  });

  test.each(tampering)("%s shows, and where", async (_what, change, found) => {
    const tampered = await filled();
    await tampered.replace(change(await contentOf(tampered)));
    expect(await verify(tampered)).toMatchObject({ ok: false, ...found });
  });

  test("a trail that was put back to an older day shows to whoever knows a later head", async () => {
    const rolledBack = await filled();
    const old = await contentOf(rolledBack);
    await write(await rolledBack.open("b"), "b-5");
    const { heads: expected } = await contentOf(rolledBack);
    await rolledBack.replace(old);
    expect(await verify(rolledBack)).toMatchObject({ ok: true });
    const options = { keys: [keys.publicKey], expected };
    expect(await verify(rolledBack, options)).toMatchObject({
      problem: "rolled_back",
      writer: "b",
      sequence: 5,
    });
  });

  test("a trail whose tail was cut is broken, and no server goes on with it", async () => {
    const cut = await filled();
    const { records: list, heads } = await contentOf(cut);
    await cut.replace({ records: list.slice(0, -1), heads });
    // No server writes to a JSON lines file.
    if (name !== "jsonl") await expect(cut.open("b")).rejects.toThrow("cannot be continued");
    expect(await verify(cut)).toMatchObject({ problem: "cut", writer: "b" });
  });
});

describe.each(["sqlite", "postgres"])("with the newest head kept outside, in %s", (name) => {
  async function filled(): Promise<Place> {
    const filling = await places[name]?.();
    if (!filling) throw new Error(`no ${name}`);
    await write(await filling.open("a"), "a-1", "a-2");
    return filling;
  }

  test("a database that was emptied is not begun anew", async () => {
    const emptied = await filled();
    await emptied.replace({ records: [], heads: [] });
    await expect(emptied.open("a")).rejects.toThrow(
      /put back to an older day.* record 2 that .*heads\.json names/,
    );
  });

  test("a database that was put back to an older day is not continued", async () => {
    const rolledBack = await filled();
    const old = await contentOf(rolledBack);
    await write(await rolledBack.open("a"), "a-3");
    await rolledBack.replace(old);
    await expect(rolledBack.open("a")).rejects.toThrow("put back to an older day");
  });

  const relabelled: readonly (readonly [what: string, sql: string])[] = [
    ["the hash of a record", "update proviso_audit set hash = 'x' where sequence = 1"],
    ["the number of the last record", "update proviso_audit set sequence = 9 where sequence = 2"],
    ["the writer of all records", "update proviso_audit set writer = 'b'"],
    ["the number of a head", "update proviso_audit_head set sequence = 1"],
    ["the question that a record ends", "update proviso_audit set ends = 'x' where sequence = 2"],
    ["the writer of a head", "update proviso_audit_head set writer = 'b'"],
  ];
  test.each(relabelled)("a column that says something else than the record shows: %s", async (_what, sql) => {
    const changed = await filled();
    await changed.relabel?.(sql);
    expect(await verify(changed)).toMatchObject({
      problem: "edited",
      writer: "a",
      message: expect.stringContaining("in its columns"),
    });
  });
});

test("an older copy of a SQLite file shows when only the file is put back", async () => {
  const file = join(temporaryFolder(), "audit.db");
  await write(sqliteAudit({ file, signing }), "1");
  const old = readFileSync(file);
  await write(sqliteAudit({ file, signing }), "2");
  writeFileSync(file, old);
  const trail = await readSqliteAudit(file);
  expect(await verifyAudit(trail, { keys: [keys.publicKey] })).toMatchObject({
    problem: "rolled_back",
    sequence: 2,
  });
  await trail.close();
  expect(() => sqliteAudit({ file, signing })).toThrow("put back to an older day");
});

test("a running server does not go on with a trail that is put back under its feet", async () => {
  const { postgres } = places;
  const running = await postgres?.();
  if (!running) throw new Error("no PostgreSQL");
  const sink = await running.open("a");
  await sink.append(entry("a-1"));
  const old = await contentOf(running);
  await sink.append(entry("a-2"));
  await running.replace(old);
  await expect(sink.append(entry("a-3"))).rejects.toThrow("rolled back");
  await sink.close();
});

test("no text of a caller makes a second line of a file", async () => {
  const file = join(temporaryFolder(), "audit.jsonl");
  const audit = jsonlFile({ file, signing });
  const forged = `x"}\n{"specversion":"1.0"}\r\n\u2028\u2029\u0085`;
  await audit.append(entry(forged, { tool: forged, input: { [forged]: forged }, fault: forged }));
  await audit.close();
  expect(readFileSync(file, "utf8").split(/\r\n|[\n\r]/)).toHaveLength(2);
  expect(await verifyAudit(await readJsonlAudit(file), { keys: [keys.publicKey] })).toMatchObject({
    ok: true,
    records: 1,
  });
});
