import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startCluster, type Cluster } from "@proviso/postgres";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { postgresState } from "../../src/state/postgres-state.ts";
import { listKeys } from "../../src/state/keys-in.ts";
import { newKeys, rotateKeys } from "../../src/state/rotate-keys.ts";
import { readPostgresAudit } from "../../src/trail/postgres-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { noteServer } from "../../../server/test/product/note-server.ts";
import { anna } from "../../../server/test/sample.ts";
import { answerWithinMs } from "../../../server/test/patience.ts";

const parent = mkdtempSync(join(tmpdir(), "proviso-postgres-state-"));
let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(async () => {
  await cluster?.remove();
  rmSync(parent, { recursive: true });
});

test("two processes share one database and one folder of keys, and repeat nothing", async () => {
  const connectionString = await cluster.createDatabase();
  const keys = join(parent, "keys");
  let ran = 0;
  const open = async (writer: string) =>
    noteServer({
      ...(await postgresState(connectionString, keys, { writer, answerWithinMs })),
      create: () => ({ id: `n${++ran}` }),
    });
  const apps = [await open("one"), await open("two")];
  for (const app of apps)
    expect(await app.as(anna).notes.create({ text: "a" }, { idempotencyKey: "k" })).toEqual({ id: "n1" });
  for (const app of apps) await app.close();

  const modes = readdirSync(keys).map((name) => [name, statSync(join(keys, name)).mode & 0o777]);
  expect(Object.fromEntries(modes)).toMatchObject({ "state.key": 0o600, "audit.key": 0o600 });
  const trail = await readPostgresAudit({ connectionString });
  const verdict = await verifyAudit(trail, { keys: [readFileSync(join(keys, "audit.pub"), "utf8")] });
  await trail.close();
  expect(verdict).toMatchObject({ ok: true, records: 4 });
});

test("two machines rotate their keys one after the other, and nothing is forgotten or done twice", async () => {
  const connectionString = await cluster.createDatabase();
  const [one, two] = [join(parent, "one"), join(parent, "two")];
  let ran = 0;
  const start = async (keys: string, writer: string) =>
    noteServer({
      ...(await postgresState(connectionString, keys, { writer, answerWithinMs })),
      create: () => ({ id: `n${++ran}` }),
    });
  /** Calls on a server that starts and stops, under each of the keys so far. */
  const used: string[] = [];
  const callOn = async (keys: string, writer: string): Promise<readonly string[]> => {
    used.push(`k${used.length + 1}`);
    const app = await start(keys, writer);
    const ids = [];
    for (const idempotencyKey of used)
      ids.push((await app.as(anna).notes.create({ text: "a" }, { idempotencyKey })).id);
    await app.close();
    return ids;
  };
  newKeys(one);
  newKeys(two);
  copyFileSync(join(one, "state.key"), join(two, "state.key"));
  expect(await callOn(one, "one")).toEqual(["n1"]);
  expect(await callOn(two, "two")).toEqual(["n1", "n2"]);
  newKeys(one);
  copyFileSync(join(one, "state.next.key"), join(two, "state.next.key"));
  newKeys(two);
  expect(await callOn(one, "one")).toEqual(["n1", "n2", "n3"]);
  rotateKeys(one);
  expect(await callOn(one, "one")).toEqual(["n1", "n2", "n3", "n4"]);
  expect(await callOn(two, "two")).toEqual(["n1", "n2", "n3", "n4", "n5"]);
  rotateKeys(two);
  expect(await callOn(two, "two")).toEqual(["n1", "n2", "n3", "n4", "n5", "n6"]);
  const trail = await readPostgresAudit({ connectionString });
  const keys = [one, two].map((folder) => readFileSync(join(folder, "audit.pub"), "utf8"));
  expect(await verifyAudit(trail, { keys })).toMatchObject({ ok: true });
  await trail.close();
});

test("the chain of a machine's terminal gets the new key with the next start of a server there, and no other chain does", async () => {
  const connectionString = await cluster.createDatabase();
  const [here, there] = [join(parent, "here"), join(parent, "there")];
  const start = async (keys: string, writer: string): Promise<void> => {
    const app = noteServer({
      ...(await postgresState(connectionString, keys, { writer })),
      create: () => ({ id: "n" }),
    });
    await app.as(anna).notes.create({ text: "a" });
    await app.close();
  };
  newKeys(here);
  newKeys(there);
  copyFileSync(join(here, "state.key"), join(there, "state.key"));
  for (const writer of ["main", "terminal", "terminal-here", "terminals", "idle"]) await start(here, writer);
  await start(there, "terminal-there");
  newKeys(here);
  rotateKeys(here);
  await start(here, "main");
  const trail = await readPostgresAudit({ connectionString });
  const heads = (await trail.heads()) as readonly { readonly writer: string; readonly keyId: string }[];
  const ids = [here, there].flatMap((folder) =>
    listKeys(folder).flatMap(({ id, kind, role }) => (kind === "audit" ? [[id, role] as const] : [])),
  );
  const roles = heads.map(({ writer, keyId }) => [writer, ids.find(([id]) => id === keyId)?.[1]]);
  expect(Object.fromEntries(roles)).toEqual({
    main: "current",
    terminal: "current",
    "terminal-here": "current",
    terminals: "former",
    idle: "former",
    "terminal-there": "current",
  });
  const former = readdirSync(here).find((name) => /^audit\.former-.*\.pub$/.test(name)) ?? "";
  const keys = [join(here, "audit.pub"), join(there, "audit.pub"), join(here, former)].map((file) =>
    readFileSync(file, "utf8"),
  );
  expect(await verifyAudit(trail, { keys })).toMatchObject({ ok: true });
  await trail.close();
  // The terminal goes on, and a broken chain of its keeps no server from starting.
  await start(here, "terminal-here");
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query("delete from proviso_audit where writer = 'terminal'");
  await client.end();
  newKeys(here);
  rotateKeys(here);
  await start(here, "main");
});

test("a database that cannot be reached is an error at the start", async () => {
  const nowhere = "postgresql://nobody@127.0.0.1:1/none";
  await expect(postgresState(nowhere, join(parent, "others"))).rejects.toThrow(/ECONNREFUSED|127\.0\.0\.1:1/);
});

test("a server whose folder for the newest head cannot be written does not start, and another folder may be named", async () => {
  const connectionString = await cluster.createDatabase();
  const keys = join(parent, "mounted");
  const open = (headFile: string) => postgresState(connectionString, keys, { headFile });
  await expect(open(join(parent, "nowhere", "head.json"))).rejects.toThrow(
    /nowhere cannot be written.*give `headFile`/,
  );
  const headFile = join(parent, "elsewhere.json");
  const app = noteServer({ ...(await open(headFile)), create: () => ({ id: "n" }) });
  await app.as(anna).notes.create({ text: "a" });
  await app.close();
  expect(readFileSync(headFile, "utf8")).toContain('"writer":"main"');
  expect(readdirSync(keys)).not.toContain("audit.head.json");
});
