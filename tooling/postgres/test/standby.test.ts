import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";
import { startCluster } from "../src/cluster.ts";

async function valueIn(connectionString: string): Promise<unknown> {
  const client = new Client(connectionString);
  await client.connect();
  try {
    return (await client.query("select * from kept")).rows;
  } finally {
    await client.end();
  }
}

test("a standby gets the changes of its primary, and is written to when it was promoted", async () => {
  const cluster = await startCluster();
  onTestFinished(() => cluster.remove());
  const standby = await cluster.addStandby();
  onTestFinished(() => standby.remove());
  const url = await cluster.createDatabase();
  const client = new Client(url);
  await client.connect();
  client.on("error", () => {});
  await client.query("create table kept as select 1 as value");
  const copied = () => valueIn(standby.urlOf(url)).catch(() => "not yet");
  await expect.poll(copied).toEqual([{ value: 1 }]);
  await cluster.crash();
  await standby.promote();
  const promoted = new Client(standby.urlOf(url));
  await promoted.connect();
  await promoted.query("update kept set value = 2");
  await promoted.end();
  expect(await valueIn(standby.urlOf(url))).toEqual([{ value: 2 }]);
});
