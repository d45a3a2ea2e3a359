// changes the code of pipeline, guard and audit in one place at a time; lists the changes that no test notices: PART... --list --concurrency N --fresh --timeouts
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import process from "node:process";
import { parseArgs } from "node:util";
import { sentence } from "../mutants/ignore-sentences.mjs";
import { parts } from "../mutants/parts.mjs";
import { strykerConfig } from "../mutants/stryker.config.mjs";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: "boolean", default: false },
    concurrency: { type: "string", default: "1" },
    /** Forgets earlier results; without it only what has changed is run. */
    fresh: { type: "boolean", default: false },
    /** Lists the mutants that ran out of time, too. */
    timeouts: { type: "boolean", default: false },
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
    stdio: ["ignore", process.stderr, "inherit"],
    env: {
      ...process.env,
      MUTANTS_ROOT: root,
      MUTANTS_FILES: files.join(" "),
      MUTANTS_TESTS: tests.join(" "),
      // Its mutants make many tests wait for ever, none of which takes half as many turns.
      MUTANTS_TURNS: name.startsWith("pipeline/replay/") ? "3000" : "300000",
    },
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

/** Whether nothing differs: a function that ends returns undefined, which is no yes and no property. */
function changesNothing({ replacement, start, text }) {
  if (replacement === "{}") return /^\{\s*return (?:undefined|false);\s*\}$/.test(text);
  const [, name] = /^([\w.]+) !== undefined$/.exec(text) ?? [];
  return replacement === "true" && name !== undefined && start.endsWith("...(");
}

/** Whether a test waited for what the mutant never sends. */
const waits = ({ status, statusReason = "" }) =>
  status === "Timeout" || statusReason.includes("waits without end");

/** Whether a file of tests throws while it is loaded: Stryker finds no failed test then. */
const stopsTests = ({ statusReason = "" }) => /\.test\.ts: /.test(statusReason);

function describe({ file, location, text, replacement, status }) {
  return `  ${file}:${location.start.line} ${status}: ${squeeze(text)}  ->  ${squeeze(replacement)}`;
}

function summarize(name, { files }) {
  const mutants = Object.entries(files).flatMap(([file, { source, mutants: all }]) =>
    all.map((each) => ({
      ...each,
      file,
      start: source.split("\n")[each.location.start.line - 1].slice(0, each.location.start.column - 1),
      text: textAt(source, each.location),
      replacement: each.replacement ?? "",
    })),
  );
  const having = (...statuses) => mutants.filter(({ status }) => statuses.includes(status));
  const [timedOut, ignored, crashed] = [mutants.filter(waits), having("Ignored"), having("RuntimeError")];
  const killed = [...having("Killed").filter((each) => !waits(each)), ...crashed.filter(stopsTests)];
  const excused = ignored.filter(({ statusReason }) => statusReason !== sentence);
  const alive = having("Survived", "NoCoverage").filter((each) => !changesNothing(each));
  // Stryker itself could not run the tests, so it is not known whether one would fail.
  const open = [...alive, ...crashed.filter((each) => !stopsTests(each))];
  const all = killed.length + timedOut.length + open.length;
  const noticed = killed.length + timedOut.length;
  const score = ((100 * noticed) / Math.max(1, all)).toFixed(1);
  console.log(
    `${name.padEnd(20)} ${all} mutants, ${killed.length} killed, ${timedOut.length} timed out: ${score} %; ${excused.length} under a comment, ${open.length} without`,
  );
  for (const each of open) console.log(describe(each));
  if (values.timeouts) for (const each of timedOut) console.log(describe(each));
  return { noticed, all, open: open.length };
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
    `${sum("noticed")} of ${sum("all")} noticed: ${((100 * sum("noticed")) / sum("all")).toFixed(1)} %`,
  );
  if (sum("open") > 0) process.exitCode = 1;
}
