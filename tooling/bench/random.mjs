// random tests with many times the tries they state: [TEST FILES...] --times 20 --seed 1
import { spawnSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { readArguments } from "./kit/compare.mjs";
import { packageOf } from "./kit/package-tests.mjs";

const root = join(import.meta.dirname, "../..");
const all = globSync("{packages,apps,tooling}/*/test/**/*.test.ts", { cwd: root }).filter((file) =>
  /\bnumRuns\b/.test(readFileSync(join(root, file), "utf8")),
);
const { names, times, seed } = readArguments({ times: 20, seed: 1 }, all);
const env = { ...process.env, PROVISO_FUZZ_TIMES: String(times), PROVISO_FUZZ_SEED: String(seed) };
env.DIFF_RUNS = String(300 * times);
env.DIFF_SEED = String(seed);
const folders = [...new Set(names.map(packageOf))].filter((folder) =>
  existsSync(join(root, folder, "vitest.config.ts")),
);
const failed = folders.filter((folder) => {
  const files = names.filter((file) => packageOf(file) === folder);
  const own = files.map((file) => file.slice(folder.length + 1));
  const report = join(folder, "reports/random.json");
  const argv = ["exec", "vitest", "run", ...own, "--testTimeout=0", `--outputFile.json=${report}`];
  return spawnSync("pnpm", argv, { cwd: join(root, folder), env, stdio: "inherit" }).status !== 0;
});
if (failed.length > 0) console.error(`again: ./x bench random --times ${times} --seed ${seed}`);
process.exitCode = failed.length > 0 ? 1 : 0;
