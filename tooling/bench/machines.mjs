// what a call costs servers and database, with 1, 2 and 4 processes over one PostgreSQL: --rounds 5 --calls 1600 --callers 16
import { generateKeyPairSync } from "node:crypto";
import { loadavg } from "node:os";
import { join } from "node:path";
import { startCluster } from "@proviso/postgres";
import { Client } from "pg";
import { median, readNumbers, report, rounded } from "./kit/compare.mjs";
import { difference, measureDatabase, waitingFor } from "./kit/database-cost.mjs";
import { writeManifest } from "./kit/manifest.mjs";
import { startProcess } from "./kit/subject-process.mjs";
import { readTool, writeTool } from "./kit/tools.mjs";
import { inScratchFolder } from "./kit/whole-process.mjs";

const { rounds, calls, callers } = readNumbers({ rounds: 5, calls: 1600, callers: 16 });
const program = join(import.meta.dirname, "kit/machine-process.mjs");
const key = generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" });

/** One round of a case: all machines call at once. Figures for each call, but for calls per second and waiting processes. */
async function measure(database, machines, tool) {
  const before = await measureDatabase(database);
  const began = performance.now();
  let isOver = false;
  const sampled = waitingFor(database, () => isOver);
  const each = await Promise.all(
    machines.map((machine) => machine.order({ tool, calls: calls / machines.length, callers })),
  );
  const seconds = (performance.now() - began) / 1000;
  isOver = true;
  const waiting = await sampled;
  const spent = difference(before, await measureDatabase(database));
  const perCall = (figure) => figure / calls;
  const sum = (name) => each.reduce((total, one) => total + one[name], 0);
  return {
    "calls/s": calls / seconds,
    "server CPU, µs": perCall(sum("cpu")),
    "database CPU, µs": perCall(spent.cpu),
    "round trips": perCall(sum("roundTrips")),
    "rows written": perCall(sum("rows")),
    "bytes kept": perCall(spent.bytes),
    "bytes of WAL": perCall(spent.log),
    "waiting for a chain": waiting,
  };
}

function rowOf(name, figures) {
  const names = Object.keys(figures[0]);
  const medians = names.map((each) => [each, rounded(median(figures.map((round) => round[each])))]);
  return { case: name, ...Object.fromEntries(medians) };
}

await inScratchFolder(async (folder) => {
  const manifestModule = await writeManifest(folder, 10);
  const cluster = await startCluster({ fsync: true });
  const machines = [];
  const connectionString = await cluster.createDatabase();
  const database = new Client(connectionString);
  await database.connect();
  try {
    const start = async (writer) => {
      const words = JSON.stringify({ connectionString, writer, key, manifestModule });
      const machine = await startProcess(program, [words]);
      machines.push(machine);
      return machine;
    };
    const own = [];
    for (const writer of ["a", "b", "c", "d"]) own.push(await start(writer));
    const sharing = [];
    for (let at = 0; at < 4; at++) sharing.push(await start("shared"));
    const cases = [readTool, writeTool].flatMap((tool) => {
      const what = tool === readTool ? "read" : "keyed write";
      return [
        ...[1, 2, 4].map((count) => ({ name: `${what}, ${count}`, of: own.slice(0, count), tool })),
        { name: `${what}, 4 with one chain`, of: sharing, tool },
      ];
    });
    const figures = new Map(cases.map(({ name }) => [name, []]));
    for (const { of, tool } of cases) await measure(database, of, tool);
    for (let round = 0; round < rounds; round++)
      for (const { name, of, tool } of cases) figures.get(name).push(await measure(database, of, tool));
    const load = loadavg()[1].toFixed(1);
    await report({
      name: "machines",
      title: `${calls} calls by ${callers} callers in each process, signed trail, fsync on; ${rounds} rounds, medians; load of the machine ${load}`,
      rows: [...figures].map(([name, rows]) => rowOf(name, rows)),
    });
  } finally {
    await database.end();
    await Promise.allSettled(machines.map((machine) => machine.stop()));
    await cluster.remove();
  }
});
