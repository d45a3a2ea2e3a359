// the runtime over a simulated clock, store, audit trail, network and scheduler: --histories 1000000 --seed 1; with `bounded`, all histories within bounds
import process from "node:process";
import * as code from "../../packages/server/src/gate/enforcing-server.ts";
import { explore } from "../../packages/server/test/approvals/explore.ts";
import { bounded } from "../../packages/server/test/simulation/bounded.ts";
import { boundedWorld } from "../../packages/server/test/simulation/bounded-world.ts";
import { simulated } from "../../packages/server/test/simulation/platform.ts";
import { randomHistory } from "../../packages/server/test/simulation/random-history.ts";
import { readArguments } from "./kit/compare.mjs";

const { names, histories, seed } = readArguments({ histories: 1_000_000, seed: 1 }, ["bounded", "random"]);
const shownEvery = 10_000;

async function exploreAll() {
  for (const [name, { setup, bounds }] of Object.entries(bounded)) {
    const { states, runs, violation } = await explore(() => boundedWorld(setup, bounds, code), Infinity);
    console.log(`${name}: ${states} states in ${runs} runs`);
    if (violation) return [violation.what, ...violation.steps];
  }
  return undefined;
}

/** One history is printed, whatever comes of it. */
async function runRandom() {
  for (let next = seed; next < seed + histories; next++) {
    const { lines, violation } = await randomHistory(next, code);
    if (violation !== undefined)
      return [violation, `again: ./x bench simulate --histories 1 --seed ${next}`, ...lines];
    if (histories === 1) console.log(lines.join("\n"));
    else if ((next + 1 - seed) % shownEvery === 0) console.log(`${next + 1 - seed} histories`);
  }
  console.log(`${histories} histories, nothing wrong`);
  return undefined;
}

const wanted = names.length === 1 ? names : ["random"];
const found = await simulated(() => (wanted[0] === "bounded" ? exploreAll() : runRandom()));
if (found) console.error(found.join("\n"));
process.exitCode = found ? 1 : 0;
