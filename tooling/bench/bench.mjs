// ./x bench [NAME] [ARGS...]  lists the benches, or runs tooling/bench/NAME.mjs with its arguments. Build first.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import process from "node:process";

const folder = import.meta.dirname;
const [name, ...args] = process.argv.slice(2);

function list() {
  const own = basename(import.meta.filename);
  for (const file of readdirSync(folder).filter((each) => each.endsWith(".mjs") && each !== own)) {
    const [summary] = readFileSync(join(folder, file), "utf8").split("\n", 1);
    console.log(`${basename(file, ".mjs").padEnd(12)} ${summary.replace(/^\/\/ /, "")}`);
  }
}

if (name === undefined) {
  list();
} else if (existsSync(join(folder, `${name}.mjs`))) {
  process.exitCode = spawnSync(process.execPath, [join(folder, `${name}.mjs`), ...args], {
    stdio: "inherit",
  }).status;
} else {
  console.error(`there is no bench ${name}; there are:`);
  list();
  process.exitCode = 2;
}
