// the runtime over a simulated clock, store, audit trail, network and scheduler: --histories 1000000 --seed 1; with `budget`, spending of one budget; with `steps`, calls made of steps; with `bounded`, all histories within bounds; with --breaks, runtimes that lack a guard
import process from "node:process";
import { explore } from "../../packages/server/test/simulation/explore.ts";
import { bounded } from "../../packages/trail/test/simulation/bounded.ts";
import { boundedWorld } from "../../packages/trail/test/simulation/bounded-world.ts";
import { breaks, findBreak, maxHistories } from "../../packages/trail/test/simulation/breaks.ts";
import { realCode } from "../../packages/trail/test/simulation/machines.ts";
import { simulated } from "../../packages/server/test/simulation/platform.ts";
import { randomHistory } from "../../packages/trail/test/simulation/random-history.ts";
import { readArguments } from "./kit/compare.mjs";

const options = { histories: 1_000_000, seed: 1 };
const {
  names,
  histories,
  seed,
  breaks: withBreaks,
} = readArguments(options, ["bounded", "budget", "random", "steps"], { breaks: "" });
const shownEvery = 10_000;

async function exploreAll() {
  for (const [name, { setup, bounds }] of Object.entries(bounded)) {
    const { states, runs, violation } = await explore(() => boundedWorld(setup, bounds, realCode), Infinity);
    console.log(`${name}: ${states} states in ${runs} runs`);
    if (violation) return [violation.what, ...violation.steps];
  }
  return undefined;
}

/** One history is printed, whatever comes of it. */
async function runRandom(subject) {
  for (let next = seed; next < seed + histories; next++) {
    const { lines, violation } = await randomHistory(next, realCode, subject);
    if (violation !== undefined)
      return [violation, `again: ./x bench simulate ${wanted[0]} --histories 1 --seed ${next}`, ...lines];
    if (histories === 1) console.log(lines.join("\n"));
    else if ((next + 1 - seed) % shownEvery === 0) console.log(`${next + 1 - seed} histories`);
  }
  console.log(`${histories} histories, nothing wrong`);
  return undefined;
}

/** Each broken runtime must be found out; how many histories that took is its row. */
async function runBreaks() {
  const rows = [];
  for (const [name, broken] of Object.entries(breaks)) {
    const found = await findBreak(broken, seed);
    const after = found ? found.seed + 1 - seed : undefined;
    console.log(`${found ? `${after} histories` : "not found"}: a runtime that ${name}`);
    rows.push({ name, after });
  }
  const missed = rows.filter(({ after }) => after === undefined);
  console.log(`${rows.length - missed.length} of ${rows.length} found within ${maxHistories} histories`);
  return missed.length > 0 ? missed.map(({ name }) => `not found: a runtime that ${name}`) : undefined;
}

const wanted = names.length === 1 ? names : ["random"];
const found = withBreaks
  ? await runBreaks()
  : await simulated(() =>
      wanted[0] === "bounded" ? exploreAll() : runRandom(wanted[0] === "random" ? "calls" : wanted[0]),
    );
if (found) console.error(found.join("\n"));
process.exitCode = found ? 1 : 0;
