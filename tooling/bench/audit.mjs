// what a durable audit adds to a call, as a multiple of one fdatasync of this disk: --rounds 7 --calls 100
import { closeSync, fdatasyncSync, openSync, writeSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { memoryAudit } from "@proviso/server";
import { sqliteAudit } from "@proviso/trail";
import { createEnforcingServer } from "@proviso/server/codegen1";
import { compare, median, readNumbers } from "./kit/compare.mjs";
import { writeManifest } from "./kit/manifest.mjs";
import { handlerOf, principalOf, readTool, writeTool } from "./kit/tools.mjs";

const { rounds, calls } = readNumbers({ rounds: 7, calls: 100 });
const callers = 32;

// A disk, not memory, because the wait for the disk is measured.
const folder = await mkdtemp(join(tmpdir(), "proviso-audit-"));
const { manifest } = await import(await writeManifest(folder, 10));
const principal = principalOf(manifest);
const servers = [];
const serverWith = (audit) => {
  const handlers = Object.fromEntries(manifest.tools.map(({ name }) => [name, handlerOf(name)]));
  const server = createEnforcingServer({ manifest, handlers, ports: () => ({}), audit });
  servers.push(server);
  return server;
};

const inputs = {
  [readTool]: { text: "x", limit: 3, order: "newest" },
  [writeTool]: { text: "x" },
};
const call = async (server, tool) => {
  const outcome = await server.invoke(tool, inputs[tool], { principal });
  if (outcome.kind !== "completed") throw new Error(JSON.stringify(outcome));
};

/** The median time of sequential calls. */
async function oneByOne(work) {
  const times = [];
  for (let at = 0; at < calls; at++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  return median(times);
}

/** The time per call if this many wait at once. */
async function together(work) {
  const start = performance.now();
  await Promise.all(
    Array.from({ length: callers }, async () => {
      for (let at = 0; at < calls / 10; at++) await work();
    }),
  );
  return (performance.now() - start) / (callers * Math.ceil(calls / 10));
}

try {
  const file = openSync(join(folder, "plain"), "a");
  const line = Buffer.alloc(600, "x");
  // Synced in the main thread, like SQLite; on a busy machine it waits longer than a thread of the pool.
  const sync = () => {
    writeSync(file, line);
    fdatasyncSync(file);
  };
  const memory = serverWith(memoryAudit());
  const durable = serverWith(sqliteAudit({ file: join(folder, "audit.sqlite") }));
  const added = (tool) => async () =>
    (await oneByOne(() => call(durable, tool))) - (await oneByOne(() => call(memory, tool)));
  const one = "one fdatasync";
  await compare({
    name: "audit",
    title: "a durable audit on this disk",
    unit: "ms",
    rounds,
    cases: [
      { name: one, measure: () => oneByOne(sync) },
      {
        name: "added to a call with an effect",
        measure: added(writeTool),
        budgets: [{ of: one, atMost: 3 }],
      },
      { name: "added to a call that reads", measure: added(readTool), budgets: [{ of: one, atMost: 3 }] },
      {
        name: `each of ${callers} calls at once, two records a call`,
        measure: () => together(() => call(durable, writeTool)),
        // One third of the two syncs that sequential records would take.
        budgets: [{ of: one, atMost: 2 / 3 }],
      },
    ],
  });
  closeSync(file);
} finally {
  await Promise.all(servers.map((server) => server.close()));
  await rm(folder, { recursive: true, force: true });
}
