import { startCluster, type Cluster } from "@proviso/postgres";
import { Client } from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { postgresStore } from "../../src/stores/postgres.ts";
import { answerWithinMs } from "../patience.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster.remove());

test("a store waits for its database as long as the operator says", async () => {
  const connectionString = await cluster.createDatabase();
  const open = async (ms: number) => {
    const store = await postgresStore({ connectionString, answerWithinMs: ms, onOutage: () => {} });
    onTestFinished(() => store.close());
    return store;
  };
  const [patient, hasty] = [await open(answerWithinMs), await open(100)];
  const holder = new Client(connectionString);
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query("begin; lock table proviso_state in access exclusive mode");
  const waiting = patient.put("a", 1, new Date(8_640_000_000_000_000));
  await expect(hasty.put("b", 2, new Date(8_640_000_000_000_000))).rejects.toThrow(/timeout|does not answer/);
  await holder.query("commit");
  await waiting;
  expect((await patient.get("a"))?.value).toBe(1);
});

test.each([0, 1.5, 2 ** 31, Number.NaN])("%s is no time", async (ms) => {
  const connectionString = await cluster.createDatabase();
  await expect(postgresStore({ connectionString, answerWithinMs: ms })).rejects.toThrow(
    "`answerWithinMs` must be a whole number from 1 to 2147483647",
  );
});
