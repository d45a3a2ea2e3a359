// Four server processes over one database, behind a proxy that passes one request to each in turn.
import { metaKeys } from "@proviso/manifest";
import { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startCluster, type Cluster } from "@proviso/postgres";
import { startFarm, type Farm } from "./farm.ts";
import { connect } from "../../../server/test/soak/soak-client.ts";
import { effectsTable } from "./soak-tools.ts";

let cluster: Cluster;
let database: Client;
let farm: Farm;
beforeAll(async () => {
  cluster = await startCluster();
  const connectionString = await cluster.createDatabase();
  database = new Client(connectionString);
  await database.connect();
  await database.query(effectsTable);
  farm = await startFarm(connectionString, 4);
});
afterAll(async () => {
  await farm?.stop();
  await database?.end();
  await cluster?.remove();
});

type Sent = readonly [url: string | URL, request: RequestInit | undefined];

/** The request of a client's last step, held back before it is sent. */
async function lastRequest(params: object, steps: number): Promise<Sent> {
  const sent: Sent[] = [];
  const client = await connect(farm.url, 1, async (url, request) => {
    if (String(request?.body).includes('"tools/call"') && sent.push([url, request]) === steps)
      throw new Error("held back");
    return fetch(url, request);
  });
  await client.callTool(params as never).catch(() => {});
  const last = sent[steps - 1];
  if (!last) throw new Error(`there were ${sent.length} steps`);
  return last;
}

/** Sends one request a hundred times at once, and counts the outcomes and the rows. */
async function check(op: string, [url, request]: Sent, expected: (answers: readonly string[]) => void) {
  const answers = await Promise.all(
    Array.from({ length: 100 }, async () => codeOf(await (await fetch(url, request)).text())),
  );
  expected(answers);
  const { rows } = await database.query("select from effects where op = $1", [op]);
  expect(rows).toHaveLength(1);
}

function codeOf(text: string): string {
  return /"code":"(\w+)"/.exec(text)?.[1] ?? (text.includes('"structuredContent"') ? "completed" : text);
}

test("of a hundred replays of one approval one executes", async () => {
  const request = await lastRequest({ name: "notes.publish", arguments: { op: "approved" } }, 2);
  await check("approved", request, (answers) =>
    expect(answers.toSorted()).toEqual(["completed", ...Array(99).fill("confirmation_unanswered")]),
  );
});

test("of a hundred calls with one idempotency key one executes", async () => {
  const _meta = { [metaKeys.idempotencyKey]: "k" };
  const request = await lastRequest({ name: "notes.create", arguments: { op: "keyed" }, _meta }, 1);
  await check("keyed", request, (answers) =>
    expect(answers.filter((answer) => answer !== "completed" && answer !== "in_progress")).toEqual([]),
  );
});
