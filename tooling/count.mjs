#!/usr/bin/env node
// count.mjs [--root FOLDER] FAILED... adds up the reports/vitest.json of all test tasks, and the names of failed checks (lint,
// format, drift). The failures of `npm test` are in the reports already, unless there are none: then a run failed because of
// what its tests left behind. CI reads the last line. A package with tests but without a report, and a test file that could not
// be loaded, count as failures. Runs on Node.js 18.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const argv = process.argv.slice(2);
const root = argv[0] === "--root" ? argv.splice(0, 2)[1] : fileURLToPath(new URL("..", import.meta.url));

function subfolders(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => join(folder, entry.name));
}

/** Tests that `npm test` leaves out, like those of other people's clients, count where they ran. */
function isTested(folder) {
  const file = join(folder, "package.json");
  if (!existsSync(file)) return false;
  const hasReport = existsSync(join(folder, "reports", "vitest.json"));
  return hasReport || JSON.parse(readFileSync(file, "utf8")).scripts?.test !== undefined;
}

/** A file that could not be loaded has no failed test of its own, so it counts as one failure. */
function unloadable(report) {
  return report.testResults.filter(
    ({ status, assertionResults }) =>
      status === "failed" && !assertionResults.some((result) => result.status === "failed"),
  );
}

function countReport(folder) {
  const file = join(folder, "reports", "vitest.json");
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: 0, problems: [`${file} was not written`] };
  const report = JSON.parse(readFileSync(file, "utf8"));
  const problems = unloadable(report).map(({ name }) => `${name} could not be run`);
  if (report.numTotalTests === 0 && problems.length === 0) problems.push(`${file} holds no tests`);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + problems.length,
    skipped: report.numPendingTests + report.numTodoTests,
    problems,
  };
}

const folders = ["packages", "packages/generated", "apps", "tooling"].flatMap((name) =>
  subfolders(join(root, name)),
);
const counts = folders.filter(isTested).map(countReport);
const sum = (key) => counts.reduce((total, count) => total + count[key], 0);
const failures = argv.filter((name) => name !== "npm test" || sum("failed") === 0);
const problems = [...failures, ...counts.flatMap((count) => count.problems)];
const [passed, failed, skipped] = [sum("passed"), sum("failed") + failures.length, sum("skipped")];

for (const problem of problems) console.log(`failed: ${problem}`);
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
