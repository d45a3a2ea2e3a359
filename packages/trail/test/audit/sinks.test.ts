import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { AuditTrail } from "../../src/trail/audit-trail.ts";
import { chainedAudit, type AuditLog, type ChainOptions } from "../../src/trail/chained-audit.ts";
import { memoryAudit } from "./memory-trail.ts";
import { postgresAudit } from "../../src/trail/postgres-audit.ts";
import { readPostgresAudit } from "../../src/trail/postgres-trail.ts";
import { sqliteAudit } from "../../src/trail/sqlite-audit.ts";
import { readSqliteAudit } from "../../src/trail/sqlite-trail.ts";
import { verifyAudit, type VerifyOptions } from "../../src/trail/verify-audit.ts";
import { fingerprint } from "../../../server/src/canonical/fingerprint.ts";
import type { AuditEntry, AuditSink } from "../../../server/src/api/ports.ts";
import { startCluster, type Cluster } from "@proviso/postgres";
import { entry, newKeys, recordsOf, temporaryFolder } from "./trails.ts";
import { answerWithinMs } from "../../../server/test/patience.ts";

let folder = "";
let database: Promise<string> | undefined;
beforeEach(() => {
  folder = temporaryFolder();
  database = undefined;
});

let cluster: Promise<Cluster> | undefined;
afterAll(async () => (await cluster)?.remove());

/** One database a test, made when it is first asked for. */
function postgres(): Promise<string> {
  cluster ??= startCluster();
  return (database ??= cluster.then((started) => started.createDatabase()));
}

interface SinkCase {
  open(options?: ChainOptions): Promise<AuditSink>;
  read(): Promise<AuditTrail>;
}

const sinks: Readonly<Record<string, SinkCase>> = {
  sqlite: {
    open: async (options) => sqliteAudit({ file: join(folder, "audit.db"), ...options }),
    read: () => readSqliteAudit(join(folder, "audit.db")),
  },
  postgres: {
    open: async (options) =>
      postgresAudit({ connectionString: await postgres(), answerWithinMs, ...options }),
    read: async () => readPostgresAudit({ connectionString: await postgres() }),
  },
};

async function verify(sink: SinkCase, options?: VerifyOptions) {
  const trail = await sink.read();
  try {
    return await verifyAudit(trail, options);
  } finally {
    await trail.close();
  }
}

const [ours, later, stranger] = [newKeys(), newKeys(), newKeys()];
const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey;

describe.each(Object.entries(sinks))("the %s sink", (_name, sink) => {
  type Session = readonly [options: ChainOptions, entries: readonly AuditEntry[]];
  async function check(sessions: readonly Session[], expected: object, options?: VerifyOptions) {
    for (const [chain, entries] of sessions) {
      const audit = await sink.open(chain);
      await Promise.all(entries.map((one) => audit.append(one)));
      await audit.close();
    }
    expect(await verify(sink, options)).toMatchObject(expected);
  }

  test("events that a handler recorded are kept as it said them, and signed like all records", async () => {
    const own = [1, 2].map((number) =>
      entry("a", { kind: "event", event: "email.sent", number, details: { to: `c_${number}` } }),
    );
    const signing = { key: ours.key };
    await check([[{ signing }, [entry("a"), ...own]]], { ok: true }, { keys: [ours.publicKey] });
    const kept = (await recordsOf(await sink.read())).filter(({ kind }) => kind === "event");
    expect(kept.map(({ event, number, details }) => ({ event, number, details }))).toEqual(
      own.map(({ event, number, details }) => ({ event, number, details })),
    );
  });

  test("chains concurrent entries in the order of their arrival", async () => {
    const entries = Array.from({ length: 50 }, (_, i) => entry(`c${i}`));
    await check([[{}, entries]], { ok: true, records: 50 });
    const ids = (await recordsOf(await sink.read())).map(({ callId }) => callId);
    expect(ids).toEqual(entries.map(({ callId }) => callId));
  });

  test("gives the newest entries of all writers, oldest first", async () => {
    const at = (callId: string, second: number) =>
      entry(callId, { time: `2026-01-01T00:00:0${second}.000Z` });
    const audit = await sink.open({ writer: "a" });
    const other = await sink.open({ writer: "b" });
    for (const each of [at("1", 1), at("3", 3)]) await audit.append(each);
    for (const each of [at("2", 2), at("4", 4)]) await other.append(each);
    const newest = await audit.newest?.(3);
    await Promise.all([audit.close(), other.close()]);
    expect(newest?.map(({ callId }) => callId)).toEqual(["2", "3", "4"]);
  });

  test("gives back what it was given", async () => {
    const input = { text: "a\u2028\u0000" };
    const full: AuditEntry = {
      ...entry("c1"),
      kind: "outcome",
      principal: { id: "anna", tenant: "acme" },
      contractHash: "0f",
      fingerprint: fingerprint(input),
      input,
      request: "2d",
      planHash: "3c",
      outcome: "failed",
      failure: "disk_busy",
      replayed: true,
      refinement: 1,
      traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`,
      fault: "a bug",
    };
    await check([[{}, [full]]], { ok: true, records: 1 });
    expect(await recordsOf(await sink.read())).toMatchObject([full]);
  });

  test("continues a writer's chain after a restart, beside another writer's", () =>
    check(
      [
        [{ writer: "a" }, [entry("1"), entry("2")]],
        [{ writer: "b/ü" }, [entry("3")]],
        [{ writer: "a" }, [entry("4")]],
        [{ writer: "b/ü" }, [entry("5")]],
      ],
      {
        ok: true,
        records: 5,
        writers: [
          { writer: "a", sequence: 3, uncovered: 0, signature: "none" },
          { writer: "b/ü", sequence: 2, uncovered: 0, signature: "none" },
        ],
      },
    ));

  test("signs its head, and is verified with the public key alone", async () => {
    const signing = { key: ours.key };
    const sessions: Session[] = [
      [{ signing }, [entry("1")]],
      [{ signing }, [entry("2"), entry("3")]],
    ];
    await check(
      sessions,
      { ok: true, writers: [{ sequence: 3, signature: "valid" }] },
      { keys: [ours.publicKey] },
    );
    expect(await verify(sink)).toMatchObject({ ok: true, writers: [{ signature: "unchecked" }] });
    expect(await verify(sink, { keys: [stranger.publicKey] })).toMatchObject({ problem: "head_unknown_key" });
  });

  const signedByOurs: Session = [{ signing: { key: ours.key } }, [entry("1"), entry("2")]];
  const rotated = { signing: { key: later.key, formerKeys: [ours.key] } };

  test("records the change to a new key, signed by the former one, and is verified with the new one alone", async () => {
    await check(
      [signedByOurs, [rotated, [entry("3")]], [{ signing: { key: later.key } }, [entry("4")]]],
      { ok: true, records: 5, writers: [{ sequence: 5, signature: "valid" }] },
      { keys: [later.publicKey] },
    );
    // The former key introduces the new one, so that whoever knows only the former one can follow.
    expect(await verify(sink, { keys: [ours.publicKey] })).toMatchObject({ ok: true });
    expect(await verify(sink, { keys: [stranger.publicKey] })).toMatchObject({ problem: "head_unknown_key" });
    const records = await recordsOf(await sink.read());
    expect(records.map(({ kind }) => kind)).toEqual(["intent", "intent", "key_changed", "intent", "intent"]);
  });

  test("changes its key again and again, and back", async () => {
    const again = { signing: { key: ours.key, formerKeys: [later.key] } };
    await check(
      [signedByOurs, [rotated, [entry("3")]], [again, [entry("4")]], [rotated, [entry("5")]]],
      { ok: true, records: 8 },
      { keys: [later.publicKey] },
    );
  });

  test("goes on with the key that another process has introduced, if it knows that key", async () => {
    const knows = { signing: { key: ours.key, nextKeys: [later.key] } };
    await check(
      [
        [knows, [entry("1")]],
        [rotated, [entry("2")]],
        [knows, [entry("3")]],
        [rotated, [entry("4")]],
      ],
      { ok: true, records: 5 },
      { keys: [later.publicKey] },
    );
  });

  test("cannot be continued with a former key once it has changed", async () => {
    await check([signedByOurs, [rotated, [entry("3")]]], { ok: true }, { keys: [later.publicKey] });
    await expect(sink.open({ signing: { key: ours.key } })).rejects.toThrow(
      /neither `key` nor among `formerKeys`.*restart this one/,
    );
  });

  test("takes private keys alone, because the former key signs the change", async () => {
    const signing = { key: later.key, formerKeys: [ours.publicKey] };
    await expect(sink.open({ signing })).rejects.toThrow(/private key|cannot be read/);
  });

  const begun: readonly (readonly [how: string, first: ChainOptions, then: ChainOptions, why: string])[] = [
    ["by another key", { signing: { key: stranger.key } }, { signing: { key: ours.key } }, "formerKeys"],
    ["by a key, without it", { signing: { key: ours.key } }, {}, "give the key"],
    ["without a key, with one", {}, { signing: { key: ours.key } }, "begun without a key"],
  ];
  test.each(begun)("does not go on with a chain that was begun %s", async (_how, first, then, why) => {
    const audit = await sink.open(first);
    await audit.append(entry("1"));
    await audit.close();
    await expect(sink.open(then)).rejects.toThrow(why);
    expect(await verify(sink)).toMatchObject({ ok: true, records: 1 });
  });

  test("cannot be forged into a second record by line breaks", () =>
    check([[{}, [entry('x"}\n{"sequence":2}\r\n\u2028', { input: { text: "\n\n" } })]]], {
      ok: true,
      records: 1,
    }));

  test("refuses entries after it was closed", async () => {
    const audit = await sink.open();
    await audit.close();
    await expect(audit.append(entry("late"))).rejects.toThrow("closed");
  });

  test.each(["s3cret, but no key", rsa, ours.publicKey])(
    "refuses what is no Ed25519 private key",
    async (key) => {
      const refused: unknown = await sink.open({ signing: { key } }).catch((error: unknown) => error);
      expect(refused).toBeInstanceOf(TypeError);
      expect(String(refused)).not.toContain("s3cret");
    },
  );
});

/** On a busy machine the wait for the others may be too long: then nothing is written, and the caller may try again. */
async function untilInTurn(append: () => Promise<unknown>): Promise<void> {
  try {
    await append();
  } catch (error) {
    if (!/statement timeout|does not answer/.test(String(error))) throw error;
    await untilInTurn(append);
  }
}

test("any number of connections may extend one chain in a PostgreSQL database, all the time", async () => {
  const connectionString = await postgres();
  const open = async (): Promise<AuditSink> =>
    postgresAudit({ connectionString, signing: { key: ours.key } });
  const four = await Promise.all([open(), open(), open(), open()]);
  const extend = async (sink: AuditSink): Promise<void> => {
    for (let i = 0; i < 50; i++) await untilInTurn(() => sink.append(entry(`c${i}`)));
  };
  await Promise.all(four.map(extend));
  await Promise.all(four.map((sink) => sink.close()));
  const { postgres: sink } = sinks;
  expect(sink && (await verify(sink, { keys: [ours.publicKey] }))).toMatchObject({ ok: true, records: 200 });
});

test("two connections may extend one chain in a SQLite file", async () => {
  const file = join(folder, "audit.db");
  const [one, two] = [sqliteAudit({ file }), sqliteAudit({ file })];
  for (let i = 0; i < 10; i++) await Promise.all([one.append(entry(`a${i}`)), two.append(entry(`b${i}`))]);
  await Promise.all([one.close(), two.close()]);
  const { sqlite: sink } = sinks;
  expect(sink && (await verify(sink))).toMatchObject({ ok: true, records: 20 });
});

/** A log that keeps nothing. */
const nowhere: AuditLog = {
  end: async () => ({ events: [] }),
  append: async () => true,
  close: async () => {},
};

test("entries that wait for a write share the next one", async () => {
  const groups: number[] = [];
  const release: (() => void)[] = [];
  const audit = chainedAudit({
    ...nowhere,
    append: (events) => {
      groups.push(events.length);
      return new Promise((resolve) => release.push(() => resolve(true)));
    },
  });
  /** A group begins after two turns. */
  const begun = async (): Promise<void> => {
    while (release.length === 0) await new Promise(setImmediate);
  };
  const first = audit.append(entry("0"));
  await begun();
  const rest = Array.from({ length: 31 }, (_, i) => audit.append(entry(`${i}`)));
  release.shift()?.();
  await first;
  await begun();
  release.shift()?.();
  await Promise.all(rest);
  expect(groups).toEqual([1, 31]);
});

test("a failed write fails its entries and leaves no hole in the chain", async () => {
  const kept: string[] = [];
  let broken = true;
  const audit = chainedAudit({
    ...nowhere,
    append: async (events) => {
      if (broken) throw new Error("disk full");
      return kept.push(...events.map(({ sequence }) => sequence)) > 0;
    },
  });
  await expect(audit.append(entry("1"))).rejects.toThrow("disk full");
  broken = false;
  await audit.append(entry("2"));
  expect(kept.map(Number)).toEqual([1]);
});

test("the trail in memory is one like the others", async () => {
  const audit = memoryAudit({ signing: { key: ours.key } });
  await audit.append(entry("1"));
  await audit.append(entry("2"));
  expect(await verifyAudit(audit.trail, { keys: [ours.publicKey] })).toMatchObject({ ok: true, records: 2 });
});
