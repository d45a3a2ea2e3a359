import { startCluster, type Cluster } from "@proviso/postgres";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { reportOf, resultOf, serverCommand, traceOf } from "./run-program.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster();
});
afterAll(() => cluster?.remove());

const world = serverCommand("servers/world.mjs");
const added = { oracle: "postgres", kind: "added", what: expect.stringMatching(/^seen\/\d+$/) };

async function schemasOf(url: string): Promise<readonly string[]> {
  const client = new Client(url);
  await client.connect();
  const text =
    "select schema_name as name from information_schema.schemata where schema_name like 'proviso%'";
  const { rows } = await client.query<{ readonly name: string }>(text);
  await client.end();
  return rows.map(({ name }) => name);
}

test.each([
  ["that are there", []],
  ["in a schema of its own, which is gone afterwards", ["--disposable"]],
])("rows %s are seen, and a tool that changes none survives", async (_, words) => {
  const url = await cluster.createDatabase();
  const options = ["--trials", "1", "--postgres", url, "--env", "POSTGRES={postgres}"];
  const report = await reportOf([...words, ...options, "--", ...world]);
  const steps = traceOf(resultOf(report, "reads-only", "database")).steps;
  expect(steps.flatMap(({ changes }) => changes)).toEqual([added]);
  expect(resultOf(report, "reads-only", "nothing").verdict).toEqual({ kind: "survived", trials: 1 });
  expect(await schemasOf(url)).toEqual([]);
});
