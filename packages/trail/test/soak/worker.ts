// One of several server processes over one database, behind a proxy. Every effect is a row; only the pipeline keeps a
// second one from being written.
import { Pool } from "pg";
import { postgresAudit } from "../../src/trail/postgres-audit.ts";
import { createEnforcingServer } from "../../../server/src/gate/enforcing-server.ts";
import type { HandlerTable, ToolContext } from "../../../server/src/api/handler.ts";
import { serveHttp } from "../../../server/test/adapters/mcp2.ts";
import { postgresStore } from "../../../server/src/stores/postgres.ts";
import { anna, manifest } from "../../../server/test/sample.ts";
import { soakTools, type WorkerOptions, type WorkerState } from "./soak-tools.ts";
import { answerWithinMs } from "../../../server/test/patience.ts";

const { connectionString, writer, aheadMs } = JSON.parse(process.argv[2] ?? "") as WorkerOptions;
const clock = { now: () => new Date(Date.now() + aheadMs) };
const effects = new Pool({ connectionString, max: 5 });
effects.on("error", () => {});

async function execute({ op }: { op: string }, { callId }: ToolContext<unknown, unknown>): Promise<object> {
  await moment();
  await effects.query("insert into effects (op, call_id) values ($1, $2)", [op, callId]);
  await moment();
  return { op };
}

const handlers: HandlerTable<unknown> = {
  "notes.read": ({ op }: { op: string }) => ({ op }),
  "notes.create": execute,
  "notes.pay": execute,
  "notes.publish": execute,
  "notes.send": execute,
  "notes.sweep": { plan: () => ({ count: 1 }), execute },
};
const server = createEnforcingServer({
  manifest: manifest(...soakTools),
  handlers,
  ports: () => ({}),
  clock,
  store: await postgresStore({ connectionString, clock, answerWithinMs }),
  audit: await postgresAudit({ connectionString, writer, answerWithinMs }),
  stateKeys: [new Uint8Array(32).fill(7)],
});

/** A pause before and after each effect, so that processes are killed before, between and after. */
function moment(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 40));
}

const { url } = await serveHttp(server, {
  port: 0,
  serverInfo: { name: "soak", version: "1.0.0" },
  async authenticate({ headers }) {
    const id = /^Bearer (client-\d+)$/.exec(headers.authorization ?? "")?.[1];
    return id === undefined ? undefined : { ...anna, id };
  },
});

process.on("message", () => {
  globalThis.gc?.();
  const { heapUsed: heap, rss } = process.memoryUsage();
  process.send?.({ heap, rss } satisfies WorkerState);
});
process.on("disconnect", () => process.exit());
process.send?.(Number(new URL(url).port));
