// node tooling/bench/generate.mjs [TOOLS] [ROUNDS]
// What `proviso generate` costs, as a multiple of starting Node.js: whole processes, interleaved, the median of the rounds.
// Build first. Writes what it prints to .work/bench/generate.json too.
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { writeProject } from "./project.mjs";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const proviso = join(repository, "packages/cli/bin/proviso.js");
const [tools = 100, rounds = 7] = process.argv.slice(2).map(Number);

// Memory, where there is some to write to: a disk may take seconds after many deletions.
const root = await mkdtemp(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "proviso-bench-"));
const run = (...argv) =>
  execFileSync(process.execPath, argv, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
const edited = join(root, "contracts/domain_0.yaml");
const editOne = async () => {
  const text = await readFile(edited, "utf8");
  await writeFile(
    edited,
    text.replace(/Finds (one more )*/, (match) => `${match}one more `),
  );
};
const forget = async () => {
  for (const folder of ["out", "node_modules"])
    await rm(join(root, folder), { recursive: true, force: true });
};

/** Each brings the project into its state, untimed, and is then timed. The last leaves it up to date for the first. */
const cases = [
  { name: "node -e 0", argv: ["-e", "0"] },
  { name: "generate, nothing changed", argv: [proviso, "generate"] },
  { name: "generate --check, nothing changed", argv: [proviso, "generate", "--check"] },
  { name: "generate, one contract edited", argv: [proviso, "generate"], before: editOne },
  { name: "generate --verify", argv: [proviso, "generate", "--verify"] },
  { name: "generate, cold", argv: [proviso, "generate"], before: forget },
];

async function time({ argv, before }) {
  await before?.();
  const start = performance.now();
  run(...argv);
  return performance.now() - start;
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

try {
  await writeProject(root, tools);
  run(proviso, "generate");
  const times = new Map(cases.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++)
    for (const each of cases) times.get(each.name)?.push(await time(each));
  const medians = cases.map(({ name }) => ({ name, ms: median(times.get(name) ?? []) }));
  const unit = medians[0]?.ms ?? 1;
  const rows = medians.map(({ name, ms }) => ({
    name,
    ratio: Number((ms / unit).toFixed(2)),
    ms: Math.round(ms),
  }));
  console.log(`${tools} tools, ${rounds} rounds; ratio to \`node -e 0\``);
  console.table(rows);
  await mkdir(join(repository, ".work/bench"), { recursive: true });
  await writeFile(
    join(repository, ".work/bench/generate.json"),
    `${JSON.stringify({ tools, rounds, rows }, undefined, 2)}\n`,
  );
} finally {
  await rm(root, { recursive: true, force: true });
}
