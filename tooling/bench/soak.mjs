// clients of four server processes over one PostgreSQL, while processes are killed: --minutes 1 --clients 64 --workers 4 --seed 20261121
import process from "node:process";
import { startCluster } from "@proviso/postgres";
import { soak } from "../../packages/trail/test/soak/soak.ts";
import { readNumbers, report } from "./kit/compare.mjs";

const { minutes, clients, workers, seed } = readNumbers({
  minutes: 1,
  clients: 64,
  workers: 4,
  seed: 20261121,
});
/** How much the memory of a process that is never killed may grow after the warm-up (the first third), relative to its size. */
const flat = 0.1;

function titleOf({ things, attempts, kills }) {
  const rate = (attempts / minutes / 60).toFixed(0);
  return `${minutes} min, ${clients} clients, ${workers} workers, ${kills} kills, seed ${seed}: ${things} things asked for in ${attempts} calls (${rate}/s)`;
}

const none = (what, names) => ({
  what,
  figure: names.length,
  bound: 0,
  met: names.length === 0,
  which: names.slice(0, 5).join(", "),
});
const grown = (what, size, by) => ({
  what: `${what} of ${size.toFixed(0)} MB grew by, MB`,
  figure: Number(by.toFixed(2)),
  bound: Number((size * flat).toFixed(2)),
  met: by <= size * flat,
});

function rowsOf(seen) {
  const { endings, effects, unknown, audit, memory, unfinished } = seen;
  return [
    ...Object.entries(endings)
      .filter(([ending]) => ending !== "unanswered")
      .map(([ending, figure]) => ({ what: `answered ${ending}`, figure })),
    { what: "never answered", figure: endings.unanswered ?? 0, bound: 0, met: !endings.unanswered },
    { what: "effects counted in the database", figure: effects },
    none("completed, and not exactly one effect", seen.notOnce),
    none("refused, and an effect", seen.refusedAndDone),
    none("more than one effect, whatever was answered", seen.doubled),
    { what: "outcome_unknown, and the effect has happened", figure: unknown.done },
    { what: "outcome_unknown, and it has not", figure: unknown.notDone },
    none("effects without an intent in the audit", seen.unrecorded),
    { what: "calls killed between intent and outcome", figure: unfinished },
    {
      what: audit.ok ? "audit records, all chains intact" : audit.message,
      figure: audit.records ?? 0,
      met: audit.ok,
    },
    grown("heap", memory.heap, memory.heapGrowth),
    grown("resident memory", memory.rss, memory.rssGrowth),
  ];
}

const cluster = await startCluster();
try {
  const connectionString = await cluster.createDatabase();
  const seen = await soak({ connectionString, ms: minutes * 60_000, clients, workers, seed });
  const rows = rowsOf(seen);
  await report({ name: "soak", title: titleOf(seen), rows });
  process.exitCode = rows.every(({ met }) => met !== false) ? 0 : 1;
} finally {
  await cluster.remove();
}
