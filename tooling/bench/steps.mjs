// kills processes at and in the steps of calls, without an engine and with DBOS, and what a step costs: --runs 200 --calls 300. -u writes the figures of the site.
import { writeFile } from "node:fs/promises";
import process from "node:process";
import { startCluster } from "@proviso/postgres";
import { engines, expectedEnd, startFarm, trials } from "../../packages/dbos/test/kills.ts";
import { median, readNumbers, report } from "./kit/compare.mjs";
import { runFacts } from "./kit/run-facts.mjs";

const { runs, calls, update } = readNumbers({ runs: 200, calls: 300 }, { update: "u" });
const figures = new URL("../../apps/docs/src/benchmarks/steps.json", import.meta.url);

/** Kills a process in each of `runs` calls. Returns what was counted. */
async function kill(farm, engine) {
  const mine = trials.filter((trial) => trial.engine === engine);
  const counted = { completed: 0, unknown: 0, doubled: 0, wrong: 0 };
  for (let run = 0; run < runs; run++) {
    const trial = mine[run % mine.length];
    const { word, effects } = expectedEnd(trial);
    const seen = await farm.run(trial);
    const isDoubled = new Set(seen.effects).size < seen.effects.length;
    const isWrong = seen.word !== word || seen.effects.join() !== effects.join();
    counted[seen.word === "completed" ? "completed" : "unknown"] += 1;
    counted.doubled += isDoubled ? 1 : 0;
    counted.wrong += isWrong ? 1 : 0;
    if (isDoubled || isWrong) console.error(trial, seen);
  }
  return counted;
}

/** Medians, in milliseconds, of calls without a step and with one, which alternate. */
async function time(farm) {
  const [plain, stepped] = [[], []];
  for (let call = 0; call < calls; call++) {
    plain.push(await farm.time("notes.plain"));
    stepped.push(await farm.time("notes.one"));
  }
  return { plain: median(plain), stepped: median(stepped) };
}

const cluster = await startCluster({ fsync: true });
try {
  const rows = [];
  for (const engine of engines) {
    const farm = await startFarm(await cluster.createDatabase(), engine);
    try {
      const { plain, stepped } = await time(farm);
      const seen = await kill(farm, engine);
      rows.push({
        engine,
        ...seen,
        "p50 without a step, ms": Number(plain.toFixed(1)),
        "p50 of one step, ms": Number(stepped.toFixed(1)),
      });
    } finally {
      await farm.remove();
    }
  }
  await report({
    name: "steps",
    title: `${runs} kills with each engine; ${calls} timed calls, fsync on`,
    rows,
  });
  const command = `./x bench steps --runs ${runs} --calls ${calls}`;
  const facts = { ...runFacts(command, runs), command, rows };
  if (update) await writeFile(figures, `${JSON.stringify(facts, undefined, 2)}\n`);
  process.exitCode = rows.every(({ doubled, wrong }) => doubled + wrong === 0) ? 0 : 1;
} finally {
  await cluster.remove();
}
