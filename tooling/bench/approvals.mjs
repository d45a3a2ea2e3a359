// what ended approvals cost an ask, as a multiple of an ask without any: --ended 100000 --rounds 5 --asks 20
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { inbox } from "@proviso/inbox";
import { memoryAudit, sqliteStore } from "@proviso/server";
import { createEnforcingServer } from "@proviso/server/codegen1";
import { median, readNumbers } from "./kit/compare.mjs";
import { writeManifest } from "./kit/manifest.mjs";
import { handlerOf, principalOf, writeTool } from "./kit/tools.mjs";

const { ended, rounds, asks } = readNumbers({ ended: 100_000, rounds: 5, asks: 20 });
const max = 1.5;

const folder = mkdtempSync(join(tmpdir(), "proviso-approvals-"));
const { manifest: made } = await import(await writeManifest(folder, 10));
const manifest = {
  ...made,
  tools: made.tools.map((tool) =>
    tool.name === writeTool
      ? { ...tool, riskLevel: "high", autonomousExecution: false, confirmation: { kind: "always" } }
      : tool,
  ),
};
const caller = principalOf(manifest);
const stateKeys = [new Uint8Array(32).fill(7)];
const day = 24 * 60 * 60_000;

function open(name) {
  const store = sqliteStore({ file: join(folder, name) });
  const approvals = inbox();
  const server = createEnforcingServer({
    manifest,
    handlers: Object.fromEntries(manifest.tools.map((tool) => [tool.name, handlerOf(tool.name)])),
    ports: () => ({}),
    store,
    stateKeys,
    audit: memoryAudit(),
    approvals,
    attempts: { limit: 2 ** 31 - 1, perMs: 60_000 },
  });
  return { approvals, server, store };
}

let asked = 0;
async function ask({ server }) {
  const principal = { ...caller, id: `caller${Math.floor(asked / 10)}` };
  const outcome = await server.invoke(writeTool, { text: `call ${asked++}` }, { principal });
  const id = outcome.failure?.details?.approval;
  if (id === undefined) throw new Error(JSON.stringify(outcome));
  return { id, principal };
}

async function time(subject) {
  const start = performance.now();
  for (let at = 0; at < asks; at++) await ask(subject);
  return (performance.now() - start) / asks;
}

try {
  const [none, many] = [open("none.sqlite"), open("many.sqlite")];
  // One that really ended, copied under other names: making each by a call would take minutes.
  const { id, principal } = await ask(many);
  const person = { principal: { ...principal, kind: "user" } };
  const denied = await many.approvals.desk.deny(id, person);
  if (!denied.ok) throw new Error(denied.message);
  const [row] = await many.store.list("pending:");
  const database = new DatabaseSync(join(folder, "many.sqlite"));
  const insert = database.prepare("insert into proviso_state values (?, ?, ?, ?)");
  database.exec("begin");
  for (let number = 0; number < ended; number++)
    insert.run(
      `pending:${number.toString(16).padStart(32, "0")}`,
      JSON.stringify(row.value),
      number + 1,
      Date.now() + day - (number % 3_600_000),
    );
  database.exec("commit");
  database.close();
  const times = { none: [], many: [] };
  for (let round = 0; round < rounds; round++) {
    times.none.push(await time(none));
    times.many.push(await time(many));
  }
  const [withNone, withMany] = [median(times.none), median(times.many)];
  const ratio = withMany / withNone;
  console.log(`an ask, none ended           ${withNone.toFixed(2)} ms`);
  console.log(`an ask, ${ended} ended     ${withMany.toFixed(2)} ms`);
  console.log(`ratio ${ratio.toFixed(2)}, should be at most ${max}`);
  for (const { server, store } of [none, many]) {
    await server.close();
    await store.close();
  }
} finally {
  rmSync(folder, { recursive: true });
}
