// The primary of a PostgreSQL with a standby dies, and the standby is promoted.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { startCluster, type Cluster, type Standby } from "@proviso/postgres";
import { Client } from "pg";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { postgresStore } from "../../../server/src/stores/postgres.ts";
import { postgresAudit, type PostgresAuditOptions } from "../../src/trail/postgres-audit.ts";
import { readPostgresAudit } from "../../src/trail/postgres-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { startProxy } from "../../../server/test/postgres/stalling-proxy.ts";
import { fixture, summary } from "../../../server/test/sample.ts";

const cleanups: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** Two PostgreSQL, and the address by which servers find the primary. */
async function startPair({ isSynchronous }: { readonly isSynchronous: boolean }) {
  const primary: Cluster = await startCluster();
  cleanups.push(() => primary.remove());
  const standby: Standby = await primary.addStandby();
  cleanups.push(() => standby.remove());
  const target = await primary.createDatabase();
  const administrator = new Client(target);
  await administrator.connect();
  if (isSynchronous) {
    await administrator.query("alter system set synchronous_standby_names = 'standby'");
    await administrator.query("select pg_reload_conf()");
  }
  const state = async (): Promise<unknown> =>
    (await administrator.query("select sync_state from pg_stat_replication")).rows[0]?.sync_state;
  await expect.poll(state).toBe(isSynchronous ? "sync" : "async");
  await administrator.end();
  const proxy = await startProxy(target);
  cleanups.push(() => proxy.close());
  const connectionString = proxy.connectionString;
  return {
    primary,
    standby,
    connectionString,
    async failOver() {
      await primary.crash();
      // It may have been stopped. Once the primary is down, it cannot get what it has missed.
      await standby.stop();
      await standby.start();
      await standby.promote();
      proxy.leadTo(standby.urlOf(target));
    },
  };
}

const quiet = { onOutage: () => {} };

async function serve(connectionString: string, options: Partial<PostgresAuditOptions> = {}) {
  const audit = await postgresAudit({ connectionString, ...quiet, ...options });
  const store = await postgresStore({ connectionString, ...quiet });
  const effects: string[] = [];
  const served = fixture({
    audit,
    store,
    clock: { now: () => new Date() },
    async execute({ text }) {
      effects.push(String(text));
      await setTimeout(5);
      return { id: String(text) };
    },
  });
  cleanups.push(() => served.server.close());
  const call = async (key: string): Promise<string> =>
    summary(await served.call("notes.create", { text: key }, { idempotencyKey: key }));
  return { call, effects };
}

/** Calls until the answer says how the call ended. */
async function callUntilClear(call: (key: string) => Promise<string>, key: string): Promise<string> {
  for (;;) {
    const word = await call(key);
    if (!["refused server_unavailable", "refused in_progress"].includes(word)) return word;
    await setTimeout(50);
  }
}

test("with synchronous replication, nothing is lost when the standby takes over under load", async () => {
  const { connectionString, failOver } = await startPair({ isSynchronous: true });
  const { call, effects } = await serve(connectionString);
  const ended = new Map<string, string>();
  const end = new AbortController();
  const calling = Array.from({ length: 6 }, async (_, client) => {
    for (let i = 0; !end.signal.aborted; i++)
      ended.set(`${client} ${i}`, await callUntilClear(call, `${client} ${i}`));
  });
  await expect.poll(() => ended.size).toBeGreaterThan(30);
  await failOver();
  const before = ended.size;
  await expect.poll(() => ended.size - before).toBeGreaterThan(30);
  end.abort();
  await Promise.all(calling);

  // Unknown are those calls that ran when the primary died.
  const words = [...new Set(ended.values())];
  expect(words.filter((word) => !/^completed$|^replayed$|outcome_unknown$/.test(word))).toEqual([]);
  expect(effects).toHaveLength(new Set(effects).size);
  const completed = [...ended].flatMap(([key, word]) => (word.endsWith("outcome_unknown") ? [] : [key]));
  expect(completed.filter((key) => !effects.includes(key))).toEqual([]);
  for (const key of completed) expect(await call(key)).toBe("replayed");
  const trail = await readPostgresAudit({ connectionString });
  expect(await verifyAudit(trail)).toMatchObject({ ok: true });
  await trail.close();
});

test("while no synchronous standby answers, calls are refused and nothing runs", async () => {
  const { connectionString, standby } = await startPair({ isSynchronous: true });
  const { call, effects } = await serve(connectionString);
  expect(await call("1")).toBe("completed");
  standby.hang();
  onTestFinished(() => standby.goOn());
  expect(await call("2")).toBe("refused server_unavailable");
  expect(effects).toEqual(["1"]);
  standby.goOn();
  expect(await callUntilClear(call, "2")).toBe("completed");
  expect(effects).toEqual(["1", "2"]);
});

test("with asynchronous replication, what the standby has not got is lost: its writer refuses, any other runs it again", async () => {
  const { connectionString, standby, failOver } = await startPair({ isSynchronous: false });
  const folder = mkdtempSync(join(tmpdir(), "proviso-failover-"));
  cleanups.push(() => rmSync(folder, { recursive: true }));
  const lost = { writer: "a", headFile: join(folder, "head.json") };
  const a = await serve(connectionString, lost);
  const b = await serve(connectionString, { writer: "b" });
  expect([await a.call("kept"), await b.call("other")]).toEqual(["completed", "completed"]);
  await standby.stop();
  expect(await a.call("lost")).toBe("completed");
  // The file with the newest head is written once a second.
  await setTimeout(1100);
  await failOver();
  expect(await callUntilClear(b.call, "kept")).toBe("replayed");
  expect(await a.call("later")).toBe("refused server_unavailable");
  await expect(postgresAudit({ connectionString, ...quiet, ...lost })).rejects.toThrow(/rolled back|head/);
  expect(await b.call("lost")).toBe("completed");
  expect([...a.effects, ...b.effects]).toEqual(["kept", "lost", "other", "lost"]);
});
