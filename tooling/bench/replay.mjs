// 100,000 recorded calls judged by other contracts, in at most 60 s and 500 MB; `truth` compares changes of contracts with a second run: [time] [truth] --calls 100000 --changes 44 --seed 1 [--alone]
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { createWriteStream, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { memoryTrail } from "../../packages/replay/test/memory-trail.ts";
import { compare, record } from "../../packages/replay/test/truth/compare.ts";
import { edits, shop, shopText } from "../../packages/replay/test/truth/contracts.ts";
import { runScript, start } from "../../packages/replay/test/truth/run-script.ts";
import { script } from "../../packages/replay/test/truth/script.ts";
import { readArguments } from "./kit/compare.mjs";
import { inScratchFolder } from "./kit/whole-process.mjs";

const options = { calls: 100_000, changes: edits.length, seed: 1 };
const { alone, calls, changes, names, seed } = readArguments(options, ["time", "truth"], {
  alone: undefined,
});
const program = join(import.meta.dirname, "../../packages/replay/bin/proviso-replay.js");

/** Writes the trail of the simulated shop. It is verified like any other. */
async function writeTrail(file) {
  const { events, sink, trail } = memoryTrail();
  await runScript(shop(), script(seed, calls, Date.parse(start)), sink);
  const out = createWriteStream(file);
  for (const event of events) if (!out.write(`${JSON.stringify(event)}\n`)) await once(out, "drain");
  out.end();
  await once(out, "close");
  writeFileSync(`${file}.head.json`, JSON.stringify(await trail.heads()));
}

/** Every contract is changed, in its title alone, so that every call is folded. */
async function time(folder) {
  const trail = join(folder, "trail.jsonl");
  await writeTrail(trail);
  mkdirSync(join(folder, "contracts"));
  writeFileSync(join(folder, "contracts/shop.yaml"), shopText().replaceAll("title: ", "title: Now "));
  const watch = `
    const began = performance.now();
    process.on("exit", () => console.error(JSON.stringify({
      seconds: Math.round((performance.now() - began) / 100) / 10,
      cpu: Math.round(process.cpuUsage().user / 1e5) / 10,
      megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
    })));`;
  writeFileSync(join(folder, "watch.mjs"), watch);
  const words = [
    "--import",
    join(folder, "watch.mjs"),
    program,
    "--trail",
    trail,
    "--contracts",
    folder,
    "--json",
  ];
  const { status, stderr, stdout } = spawnSync(process.execPath, words, { encoding: "utf8" });
  if (status !== 0) throw new Error(stderr);
  const { verdicts } = JSON.parse(stdout);
  console.log(`${calls} calls of which every contract changed: ${stderr.trim()} ${JSON.stringify(verdicts)}`);
}

async function truth() {
  const recorded = await record(seed, calls);
  let [undecidable, wrong] = [0, 0];
  for (const edit of edits.slice(0, changes)) {
    const found = await compare(recorded, edit, alone);
    undecidable += found.undecidable;
    wrong += found.wrong.length;
    const first = found.wrong.length > 0 ? ` first wrong: ${JSON.stringify(found.wrong[0])}` : "";
    console.log(
      `${edit.join(" | ").replaceAll(/\s+/g, " ")}: ${found.changed} changed, ${found.undecidable} undecidable, ${found.wrong.length} wrong${first}`,
    );
  }
  const share = (100 * undecidable) / (calls * Math.min(changes, edits.length));
  console.log(`${share.toFixed(2)} % undecidable, ${wrong} verdicts wrong`);
  if (wrong > 0 || share >= 5) process.exitCode = 1;
}

if (names.includes("time")) await inScratchFolder(time);
if (names.includes("truth")) await truth();
