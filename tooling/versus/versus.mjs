// Runs the comparison. Options: --json, --only TITLE (beginning of a contender's name), --check TEXT (checks that contain it), -u (writes the page of the site).
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { runFacts } from "../bench/kit/run-facts.mjs";
import { checks } from "./checks/checks.mjs";
import { contenders } from "./contenders.mjs";
import { measure } from "./measure.mjs";
import { ShopProcess } from "./shop-process.mjs";
import { printPage, printTable } from "./table.mjs";

const here = import.meta.dirname;
const { values: options } = parseArgs({
  options: {
    json: { type: "boolean" },
    only: { type: "string", default: "" },
    check: { type: "string", default: "" },
    update: { type: "boolean", short: "u" },
  },
});
const isWhole = options.only === "" && options.check === "";
const chosen = checks.filter(({ says }) => says.includes(options.check));

const run = (command, words, cwd) =>
  spawnSync(command, words, { cwd, stdio: ["ignore", "ignore", "inherit"] }).status;

/** The peers are installed from their own lockfile, and our contender is generated. */
function prepare() {
  const argv = ["install", "--ignore-workspace", "--frozen-lockfile", "--ignore-scripts", "--prefer-offline"];
  const proviso = join(here, "../../packages/cli/bin/proviso.js");
  if (run("pnpm", argv, join(here, "peers")) !== 0) throw new Error("could not install tooling/versus/peers");
  if (run(process.execPath, [proviso, "generate"], join(here, "proviso")) !== 0)
    throw new Error("could not generate; build first");
}

/** True or false, or undefined for a check that the contender cannot take. */
async function holds(check, shop) {
  if (check.needs === "server" && shop.contender.kind !== "mcp") return undefined;
  try {
    return await check.ok(shop);
  } catch (error) {
    console.error(`${shop.contender.title}: ${check.says}: ${error.stack}\n${shop.log.slice(-2_000)}`);
    return false;
  }
}

async function tryAll(contender) {
  process.stderr.write(`${contender.title} `);
  const shared = await ShopProcess.start(contender);
  const [held, seen] = [{}, {}];
  for (const check of chosen) {
    const shop = check.fresh ? await ShopProcess.start(contender, check) : shared;
    held[check.says] = await holds(check, shop);
    if (check.headline) seen[check.headline] = check.seen;
    if (shop !== shared) await shop.close();
    process.stderr.write({ true: ".", false: "x" }[held[check.says]] ?? "-");
  }
  await shared.close();
  process.stderr.write("\n");
  return { title: contender.title, kind: contender.kind, held, seen };
}

/** What each costs: medians of three rounds, in which they take turns. */
async function costsOf(chosenOnes) {
  const rounds = [];
  for (let round = 0; round < 3; round++) {
    rounds.push([]);
    for (const contender of chosenOnes) rounds[round].push(await measure(contender));
  }
  const median = (at, key) => rounds.map((round) => round[at][key]).toSorted((one, other) => one - other)[1];
  return rounds[0].map((costs, at) =>
    Object.fromEntries(Object.keys(costs).map((key) => [key, median(at, key)])),
  );
}

prepare();
const tried = contenders.filter(({ title }) => title.startsWith(options.only));
const results = [];
for (const contender of tried) results.push(await tryAll(contender));
if (options.check === "")
  for (const [at, costs] of (await costsOf(tried)).entries()) Object.assign(results[at], costs);
console.log(options.json ? JSON.stringify(results, null, 2) : printTable(results, chosen));
if (options.update && isWhole) {
  const page = join(here, "../../apps/docs/src/content/docs/versus.mdx");
  writeFileSync(page, printPage(results, checks, runFacts("./x bench versus", 3)));
  run("pnpm", ["exec", "oxfmt", page], join(here, "../.."));
}
