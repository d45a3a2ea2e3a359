// changes the code of pipeline, guard and audit in one place at a time; lists the changes that no test notices: PART... --list --concurrency N --fresh
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { parts } from "../mutants/parts.mjs";
import { strykerConfig } from "../mutants/stryker.config.mjs";
import { survivors } from "../mutants/survivors.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "boolean", default: false },
    concurrency: { type: "string", default: "1" },
    /** Forgets earlier results; without it only what has changed is run. */
    fresh: { type: "boolean", default: false },
  },
});
const root = join(import.meta.dirname, "../..");
const reports = join(root, ".work/mutants");
const require = createRequire(join(root, "tooling/mutants/package.json"));
const stryker = join(dirname(require.resolve("@stryker-mutator/core/package.json")), "bin/stryker.js");

const chosen = Object.keys(parts).filter(
  (name) =>
    positionals.length === 0 || positionals.some((each) => name === each || name.startsWith(`${each}/`)),
);

/** Runs Stryker on a part; it works in a copy of the repository. */
function run(name) {
  const { files, tests } = parts[name];
  const report = join(reports, name.replaceAll("/", "-"));
  if (values.fresh) rmSync(`${report}.incremental.json`, { force: true });
  const config = `${report}.config.json`;
  const tempDir = join(".work/mutants", `sandbox-${name.replaceAll("/", "-")}`);
  const options = strykerConfig({ files, report, tempDir, concurrency: Number(values.concurrency) });
  writeFileSync(config, JSON.stringify(options, undefined, 2));
  const { status } = spawnSync(process.execPath, [stryker, "run", config], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, MUTANTS_ROOT: root, MUTANTS_TESTS: tests.join(" ") },
  });
  if (status !== 0) throw new Error(`Stryker could not run ${name}: its tests have to pass first`);
  return JSON.parse(readFileSync(`${report}.json`, "utf8"));
}

function textAt(source, { start, end }) {
  const lines = source.split("\n").slice(start.line - 1, end.line);
  lines.push(lines.pop().slice(0, end.column - 1));
  return [lines[0].slice(start.column - 1), ...lines.slice(1)].join("\n").trim();
}

const squeeze = (text) => text.replaceAll(/\s+/g, " ");

function reasonFor(file, mutant) {
  return survivors.find(
    ([path, code, replacement]) =>
      file.endsWith(path) &&
      squeeze(mutant.text) === squeeze(code) &&
      squeeze(mutant.replacement) === squeeze(replacement),
  )?.[3];
}

function summarize(name, { files }) {
  const mutants = Object.entries(files).flatMap(([file, { source, mutants: all }]) =>
    all.map((each) => ({
      ...each,
      file,
      text: textAt(source, each.location),
      replacement: each.replacement ?? "",
    })),
  );
  const count = (...statuses) => mutants.filter(({ status }) => statuses.includes(status)).length;
  const killed = count("Killed", "Timeout");
  // No test has failed: Stryker itself could not run them, so it is not known whether one would.
  const crashed = mutants.filter(({ status }) => status === "RuntimeError");
  const alive = mutants.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  const unexplained = alive.filter((each) => reasonFor(each.file, each) === undefined);
  const all = killed + alive.length + crashed.length;
  const score = (100 * killed) / Math.max(1, all);
  console.log(
    `${name.padEnd(20)} ${String(all).padStart(5)} mutants ${String(killed).padStart(5)} killed ${score.toFixed(1).padStart(6)} %  ${alive.length - unexplained.length} survive with a reason, ${unexplained.length} without`,
  );
  for (const { file, location, text, replacement, status } of unexplained)
    console.log(`  ${file}:${location.start.line} ${status}: ${squeeze(text)}  ->  ${squeeze(replacement)}`);
  for (const { file, location, text, replacement } of crashed)
    console.log(`  ${file}:${location.start.line} not run: ${squeeze(text)}  ->  ${squeeze(replacement)}`);
  return { killed, all, open: unexplained.length + crashed.length };
}

if (values.list) {
  for (const [name, { files }] of Object.entries(parts)) console.log(`${name.padEnd(20)} ${files.join(" ")}`);
} else if (chosen.length === 0) {
  console.error(`there is no such part; ./x bench mutants --list lists them`);
  process.exitCode = 2;
} else {
  mkdirSync(reports, { recursive: true });
  const results = chosen.map((name) => summarize(name, run(name)));
  const sum = (key) => results.reduce((total, each) => total + each[key], 0);
  console.log(
    `${sum("killed")} of ${sum("all")} killed: ${((100 * sum("killed")) / sum("all")).toFixed(1)} %`,
  );
  if (sum("open") > 0) process.exitCode = 1;
}
