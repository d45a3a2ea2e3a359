// Three machines of both SDK generations over one PostgreSQL, as the page "Many machines" says to run them.
import process from "node:process";
import { startCluster, type Cluster } from "@proviso/postgres";
import { Client } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { readPostgresAudit } from "../../src/trail/postgres-trail.ts";
import { verifyAudit } from "../../src/trail/verify-audit.ts";
import { ways } from "../faults/over-http.ts";
import { caller, startMachines, type Machines } from "./machines.ts";

type Caller = ReturnType<typeof caller>;

let cluster: Cluster;
let connectionString: string;
let farm: Machines;
beforeAll(async () => {
  cluster = await startCluster();
  connectionString = await cluster.createDatabase();
  farm = await startMachines(connectionString, [2, 2, 1]);
});
afterAll(async () => {
  await farm?.remove();
  await cluster?.remove();
});

function callers(count: number) {
  const made = Array.from({ length: count }, () => ways.map((way) => caller(way, farm.machines))).flat();
  onTestFinished(async () => {
    for (const each of made) await each.close();
  });
  return made;
}

async function expectWholeTrail(): Promise<void> {
  const trail = await readPostgresAudit({ connectionString });
  const verdict = await verifyAudit(trail, { keys: farm.publicKeys() });
  await trail.close();
  expect(verdict).toMatchObject({ ok: true });
  expect(verdict.ok && verdict.writers.map(({ writer }) => writer).toSorted()).toEqual([
    "machine-0",
    "machine-1",
    "machine-2",
  ]);
}

test("in a rolling restart under load every call completes once", async () => {
  const ended = new Map<string, string>();
  const end = new AbortController();
  const calling = callers(3).map(async ({ callUntilClear }, client) => {
    for (let i = 0; !end.signal.aborted; i++)
      ended.set(`${client} ${i}`, await callUntilClear(`${client} ${i}`, client + i));
  });
  const more = async (calls: number): Promise<void> => {
    const from = ended.size;
    await expect.poll(() => ended.size - from).toBeGreaterThan(calls);
  };
  await more(20);
  for (const machine of farm.machines) {
    expect(await machine.end("SIGTERM")).toBe(0);
    await more(5);
    await machine.start();
    await more(5);
  }
  end.abort();
  await Promise.all(calling);
  expect([...ended].filter(([, word]) => word !== "completed" && word !== "replayed")).toEqual([]);
  expect([...farm.effects()].toSorted()).toEqual([...ended.keys()].toSorted());
  await expectWholeTrail();
});

test("what a machine was doing when it died is unknown, and runs nowhere else", async () => {
  const [cutOff, { call, callUntilClear }] = callers(1) as [Caller, Caller];
  // The second caller speaks 2026-07-28, so it uses the two machines of SDK 2.x.
  const [dying, other] = farm.machines;
  if (!dying || !other) throw new Error("there are three machines");
  const keys = ["hangs 1", "hangs 2", "hangs 3"];
  const begun = (): readonly string[] => farm.effects().filter((text) => text.startsWith("hangs"));
  const calls = keys.map((key) => cutOff.call(dying, key));
  await expect.poll(() => [...begun()].toSorted()).toEqual(keys);
  expect(await dying.end("SIGKILL")).toBe("SIGKILL");
  // The SDKs' clients wait a minute for the rest of a response that broke off.
  await cutOff.close();
  expect(await Promise.all(calls)).toEqual(keys.map(() => "unanswered"));
  for (const key of keys) expect(await call(other, key)).toBe("refused in_progress");
  expect(await callUntilClear("after it")).toBe("completed");
  await passLeases();
  // With an engine the other machine goes on with the call, and ends it at the step that had begun.
  const end = process.env["MACHINES_ENGINE"] === "dbos" ? "failed" : "refused";
  for (const key of keys) expect(await call(other, key)).toBe(`${end} outcome_unknown`);
  await dying.start();
  for (const key of keys) expect(await call(dying, key)).toBe(`${end} outcome_unknown`);
  expect(await call(dying, "back again")).toBe("completed");
  expect([...begun()].toSorted()).toEqual(keys);
  await expectWholeTrail();
});

/** Sets the claims of running calls as if 20 seconds had passed, the lease of a call that nobody renews. */
async function passLeases(): Promise<void> {
  const database = new Client(connectionString);
  await database.connect();
  const { rowCount } = await database.query(
    `update proviso_state set expires_at = expires_at - 20000 where value like '%"state":"started"%'`,
  );
  await database.end();
  expect(rowCount).toBe(3);
}
