// A server process of the bench `machines`: makes the calls it is sent, in process, and says what they cost it.
import process from "node:process";
import { postgresStore } from "@proviso/server/postgres";
import { postgresAudit } from "@proviso/trail/postgres";
import { createEnforcingServer } from "@proviso/server/codegen1";
import { Pool } from "pg";
import { handlerOf, principalOf, readTool, writeTool } from "./tools.mjs";

const { connectionString, writer, key, manifestModule } = JSON.parse(process.argv[2]);
const { manifest } = await import(manifestModule);
const principal = principalOf(manifest);
const inputs = {
  [readTool]: { text: "x", limit: 3, order: "newest", tags: ["a"], place: { city: "a", country: "b" } },
  [writeTool]: { text: "x" },
};
let roundTrips = 0;
let rows = 0;

/** Each query is a message to the database, and one back. */
function countedPool(max) {
  // A connection is not closed while others are measured.
  const pool = new Pool({ connectionString, max, idleTimeoutMillis: 0 });
  pool.on("connect", (client) => {
    const query = client.query.bind(client);
    client.query = async (...given) => {
      roundTrips += 1;
      const result = await query(...given);
      if (["INSERT", "UPDATE", "DELETE"].includes(result.command)) rows += result.rowCount;
      return result;
    };
  });
  return pool;
}

const pools = [countedPool(10), countedPool(1)];
const [pool, auditPool] = pools;
const server = createEnforcingServer({
  manifest,
  handlers: Object.fromEntries(manifest.tools.map(({ name }) => [name, handlerOf(name)])),
  ports: () => ({}),
  store: await postgresStore({ pool }),
  audit: await postgresAudit({ pool: auditPool, writer, signing: { key } }),
  stateKeys: [new Uint8Array(32).fill(7)],
});

let keys = 0;
async function callOnce(tool) {
  const idempotencyKey = tool === writeTool ? `${process.pid}-${++keys}` : undefined;
  const outcome = await server.invoke(tool, inputs[tool], {
    principal,
    ...(idempotencyKey && { idempotencyKey }),
  });
  if (outcome.kind !== "completed") throw new Error(JSON.stringify(outcome));
}

async function work({ tool, calls, callers }) {
  const before = { cpu: process.cpuUsage(), roundTrips, rows };
  let left = calls;
  const caller = async () => {
    while (left-- > 0) await callOnce(tool);
  };
  await Promise.all(Array.from({ length: callers }, caller));
  const { user, system } = process.cpuUsage(before.cpu);
  return { cpu: user + system, roundTrips: roundTrips - before.roundTrips, rows: rows - before.rows };
}

process.on("message", async (order) => process.send(await work(order)));
process.on("disconnect", async () => {
  await server.close();
  await Promise.all(pools.map((each) => each.end()));
});
process.send("ready");
