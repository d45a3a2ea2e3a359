#!/usr/bin/env node
// count.mjs [--root FOLDER] [--update] FAILED... adds up the reports of all test tasks, reports/vitest.json of `test` and
// reports/long.json of `test:long`, and the names of failed checks (lint, format, drift). The failures of `npm test` are in the
// reports already, unless there are none: then a run failed because of what its tests left behind. CI reads the last line. A
// package with tests but without a report, and a test file that could not be loaded, count as failures. So do fewer tests than
// 95 % of the number in tooling/test-count.json, which --update writes. Runs on Node.js 18.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const argv = process.argv.slice(2);
const root = argv[0] === "--root" ? argv.splice(0, 2)[1] : fileURLToPath(new URL("..", import.meta.url));
const doesUpdate = argv[0] === "--update" && argv.shift() !== undefined;

function subfolders(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));
}

const reportOf = { test: "vitest.json", "test:long": "long.json" };

/** The reports of a package's test tasks. Tests of no task, like those of other people's clients, count where they ran. */
function reportsOf(folder) {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return [];
  const { scripts = {} } = JSON.parse(readFileSync(file, "utf8"));
  return Object.entries(reportOf)
    .map(([task, name]) => [task, join(folder, "reports", name)])
    .filter(([task, report]) => scripts[task] !== undefined || existsSync(report))
    .map(([, report]) => report);
}

/** A file that could not be loaded has no failed test of its own, so it counts as one failure. */
function unloadable(report) {
  return report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((result) => result.status === "failed"),
  );
}

/** Names each failed test, with the first line of its message: a log may be cut before the line that said so. */
function failedTests(report) {
  return report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "failed")
      .map(
        ({ fullName, failureMessages }) =>
          `${name}: ${fullName}: ${(failureMessages?.[0] ?? "").split("\n")[0]}`,
      ),
  );
}

function countReport(file) {
  if (!existsSync(file))
    return { passed: 0, failed: 1, skipped: 0, named: [], problems: [`${file} was not written`] };
  const report = JSON.parse(readFileSync(file, "utf8"));
  const problems = unloadable(report).map(({ name }) => `${name} could not be run`);
  const named = failedTests(report);
  if (report.numTotalTests === 0 && problems.length === 0) problems.push(`${file} holds no tests`);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + problems.length,
    skipped: report.numPendingTests + report.numTodoTests,
    named,
    problems,
  };
}

const folders = ["packages", "packages/generated", "apps", "tooling", "editors"].flatMap((name) =>
  subfolders(join(root, name)),
);
const counts = folders.flatMap(reportsOf).map(countReport);
const sum = (key) => counts.reduce((total, count) => total + count[key], 0);

/** Says how many tests there should be, when they have become far fewer or far more. */
function compareWithBefore(ran) {
  const file = join(root, "tooling", "test-count.json");
  if (doesUpdate) writeFileSync(file, `${JSON.stringify({ tests: ran })}\n`);
  if (!existsSync(file)) return [];
  const { tests } = JSON.parse(readFileSync(file, "utf8"));
  const update = "`node tooling/count.mjs --update` writes the new number into tooling/test-count.json";
  if (ran > tests * 1.05) console.log(`${ran} tests ran, and there were ${tests}: ${update}`);
  return ran < tests * 0.95 ? [`${ran} tests ran, and there were ${tests}; if that is meant, ${update}`] : [];
}

const failures = argv.filter((name) => !name.startsWith("npm ") || sum("failed") === 0);
const missing = compareWithBefore(sum("passed") + sum("failed"));
const problems = [...failures, ...counts.flatMap((count) => count.problems), ...missing];
const [passed, failed, skipped] = [
  sum("passed"),
  sum("failed") + failures.length + missing.length,
  sum("skipped"),
];

const named = counts.flatMap((count) => count.named);
for (const problem of [...problems, ...named]) console.log(`failed: ${problem}`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
