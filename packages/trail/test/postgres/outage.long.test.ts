import { Client, Pool } from "pg";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { postgresAudit } from "../../src/trail/postgres-audit.ts";
import { postgresStore } from "../../../server/src/stores/postgres.ts";
import { fakeClock } from "../../../server/src/testing.ts";
import { fixture, summary, tool, type Fixture } from "../../../server/test/sample.ts";
import { entry } from "../audit/entry.ts";
import { startCluster, type Cluster } from "@proviso/postgres";
import { startProxy } from "../../../server/test/postgres/stalling-proxy.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.remove());

const cleanups: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

const timeoutMs = 30_000;

/** A server whose state is in the database; its audit trail only if it is given one. */
async function serve(connectionString: string, options: Fixture = {}) {
  const clock = fakeClock();
  const store = await postgresStore({ connectionString, clock });
  const served = fixture({ tools: [tool({ timeoutMs })], clock, store, ...options });
  cleanups.push(() => served.server.close());
  const check = async (key: string, expected: string): Promise<void> =>
    expect(summary(await served.call("notes.create", { text: "a" }, { idempotencyKey: key }))).toBe(expected);
  return { ...served, clock, check };
}

test("a store that goes away refuses calls, and takes them again when it is back", async () => {
  const faults: string[] = [];
  const onFault = (error: unknown, name: string): void => void faults.push(`${name}: ${String(error)}`);
  const { call, check, ran } = await serve(await cluster.createDatabase(), { onFault });
  await check("1", "completed");
  await cluster.stop();
  await check("2", "refused server_unavailable");
  await check("1", "refused server_unavailable");
  expect(await call("notes.create", { text: "a" }, { idempotencyKey: "2" })).toMatchObject({
    failure: { message: "The call was refused: state store unavailable." },
  });
  expect(faults).toEqual(
    Array.from({ length: 3 }, () => expect.stringMatching(/^notes\.create: Error: .*ENOENT/)),
  );
  await cluster.start();
  await check("2", "completed");
  await check("1", "replayed");
  expect(ran).toHaveLength(2);
});

test("an audit trail that goes away says so, and its chain goes on when it is back", async () => {
  const connectionString = await cluster.createDatabase();
  const audit = await postgresAudit({ connectionString });
  const { call, check, ran } = await serve(connectionString, { audit });
  await check("1", "completed");
  await cluster.stop();
  expect(await call("notes.create", { text: "a" })).toMatchObject({
    kind: "refused",
    failure: { code: "server_unavailable", message: "The call was refused: audit unavailable." },
  });
  await cluster.start();
  await check("2", "completed");
  expect(ran).toHaveLength(2);
});

test("a store that goes away in the middle of an effect leaves it unknown to those who repeat it", async () => {
  const execute = async () => {
    await cluster.stop();
    return { id: "n1" };
  };
  const { audit, check, clock, ran } = await serve(await cluster.createDatabase(), { execute });
  await check("1", "completed");
  expect(audit.records.at(-1)).toMatchObject({ fault: "the outcome could not be remembered" });
  await cluster.start();
  await check("1", "refused in_progress");
  clock.advance(20_000);
  await check("1", "refused outcome_unknown");
  expect(ran).toHaveLength(1);
});

test("a connection that is never answered is given up, and another one made", async () => {
  const proxy = await startProxy(await cluster.createDatabase());
  cleanups.push(() => proxy.close());
  const { call, check, ran } = await serve(proxy.connectionString);
  await check("1", "completed");
  proxy.stall();
  await check("2", "refused server_unavailable");
  // After a moment without statements.
  await expect
    .poll(async () => summary(await call("notes.create", { text: "a" }, { idempotencyKey: "2" })))
    .toBe("completed");
  expect(ran).toHaveLength(2);
});

test("a database that hangs refuses calls before anything else is late, tells its operator, and is used again", async () => {
  const connectionString = await cluster.createDatabase();
  const told: string[] = [];
  const onOutage = (line: string): void => void told.push(line);
  const audit = await postgresAudit({ connectionString, onOutage });
  // A line that is written later than after two seconds counts as missing.
  const { call, check, ran } = await serve(connectionString, { audit, auditMs: 2000 });
  await check("1", "completed");
  cluster.hang();
  try {
    const asked = ["2", "3", "4"].map((key) => check(key, "refused server_unavailable"));
    await Promise.all(asked);
    await check("5", "refused server_unavailable");
    expect(told).toEqual([
      expect.stringMatching(
        /^since 20\S+Z the PostgreSQL database test_\d+ cannot be used \(the database does not answer\); calls that need it are refused until it can; check whether the database process is stopped/,
      ),
    ]);
  } finally {
    cluster.goOn();
  }
  await expect
    .poll(async () => (await audit.append(entry("probe")).then(String, String)) === "undefined")
    .toBe(true);
  // The store is tried again a moment after it did not answer, and the trail perhaps earlier.
  const again = async () => summary(await call("notes.create", { text: "a" }, { idempotencyKey: "2" }));
  await expect.poll(again).toBe("completed");
  expect(ran).toHaveLength(2);
  await expect.poll(async () => (await audit.append(entry("probe"))) ?? told.length).toBe(2);
  expect(told.at(-1)).toMatch(/^the PostgreSQL database test_\d+ can be used again, after \d+\.\d s/);
  expect(told).toHaveLength(2);
});

test("a database that was read-only for a while is written to again, over new connections", async () => {
  const connectionString = await cluster.createDatabase();
  const told: string[] = [];
  const audit = await postgresAudit({ connectionString, onOutage: (line) => void told.push(line) });
  const { check, ran } = await serve(connectionString, { audit });
  await check("1", "completed");
  const administrator = new Client(connectionString);
  await administrator.connect();
  await administrator.query(
    "do $$ begin execute format('alter database %I set default_transaction_read_only = on', current_database()); end $$",
  );
  await administrator.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where application_name = 'proviso' and datname = current_database()`);
  for (const key of ["2", "3", "2"]) await check(key, "refused server_unavailable");
  expect(told).toEqual([expect.stringMatching(/\(cannot execute .*read-only.*; make the database writable/)]);
  await administrator.query(
    "do $$ begin execute format('alter database %I reset default_transaction_read_only', current_database()); end $$",
  );
  await administrator.end();
  await check("2", "completed");
  expect(ran).toHaveLength(2);
});

/** A role that has so many connections, as one of its own string, with all rights in a database. */
async function limited(connectionString: string, connections: number): Promise<string> {
  const administrator = new Client(connectionString);
  await administrator.connect();
  const role = `role_${connections}_${Math.floor(performance.now())}`;
  await administrator.query(`create role ${role} login connection limit ${connections};
    grant all on schema public to ${role}`);
  await administrator.end();
  return connectionString.replace("//postgres@", `//${role}@`);
}

test("a server that gets fewer connections than it wants waits for its own", async () => {
  const connectionString = await limited(await cluster.createDatabase(), 3);
  const audit = await postgresAudit({ connectionString });
  const { check, ran } = await serve(connectionString, { audit });
  await Promise.all(Array.from({ length: 12 }, (_, key) => check(String(key), "completed")));
  expect(ran).toHaveLength(12);
});

test("state and audit trail may share a pool of the host, which goes on when they are closed", async () => {
  const connectionString = await cluster.createDatabase();
  const pool = new Pool({ connectionString, max: 2 });
  cleanups.push(() => pool.end());
  const audit = await postgresAudit({ pool });
  const store = await postgresStore({ pool });
  const { call, server } = fixture({ audit, store, clock: { now: () => new Date() } });
  const words = Array.from({ length: 10 }, async () => summary(await call("notes.create", { text: "a" })));
  expect(new Set(await Promise.all(words))).toEqual(new Set(["completed"]));
  await server.close();
  expect((await pool.query("select count(*)::int as records from proviso_audit")).rows).toEqual([
    { records: 20 },
  ]);
  await expect(postgresStore({})).rejects.toThrow("give either `connectionString` or `pool`");
  await expect(postgresStore({ pool, connectionString })).rejects.toThrow("give either");
  await expect(postgresStore({ connectionString, connections: 0 })).rejects.toThrow("`connections` must be");
});

test("a broken connection is replaced before anybody is told of it", async () => {
  const connectionString = await cluster.createDatabase();
  const { check } = await serve(connectionString);
  await check("1", "completed");
  const administrator = new Client(connectionString);
  await administrator.connect();
  await administrator.query(`select pg_terminate_backend(pid, 10000) from pg_stat_activity
    where application_name = 'proviso'`);
  await administrator.end();
  await check("2", "completed");
});

test("a database that cannot be reached is said so at start, without the password", async () => {
  const opened = postgresStore({ connectionString: "postgresql://me:secret@localhost/x?host=/nowhere" });
  const error: unknown = await opened.catch((reason: unknown) => reason);
  expect(String(error)).toMatch(/^Error: the PostgreSQL database cannot be used: .*ENOENT/);
  expect(JSON.stringify([error, String(error)])).not.toContain("secret");
});

test("a role that may not create tables can use those there are", async () => {
  const connectionString = await cluster.createDatabase();
  await (await postgresStore({ connectionString })).close();
  const administrator = new Client(connectionString);
  await administrator.connect();
  await administrator.query(`create role modest login; grant select, insert, update, delete on all tables
    in schema public to modest`);
  await administrator.end();
  const { check } = await serve(connectionString.replace("//postgres@", "//modest@"));
  await check("1", "completed");
});

test("a server does not start on a database that a newer version has changed", async () => {
  const connectionString = await cluster.createDatabase();
  await (await postgresStore({ connectionString })).close();
  const administrator = new Client(connectionString);
  await administrator.connect();
  await administrator.query("insert into proviso_migration values ('999-later')");
  await administrator.end();
  await expect(postgresStore({ connectionString })).rejects.toThrow("newer version of @proviso/server");
});
