// Adds up the reports that each package's tests wrote. The last line is the one that CI reads.
import { globSync, readFileSync } from "node:fs";

let passed = 0;
let failed = 0;
let skipped = 0;
for (const file of globSync("{packages,apps,tooling}/*/reports/vitest.json")) {
  const report = JSON.parse(readFileSync(file, "utf8"));
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  skipped += report.numPendingTests + report.numTodoTests;
  // a test file that cannot be loaded has no tests of its own: it counts as one failure
  for (const suite of report.testResults) {
    if (suite.status === "failed" && !suite.assertionResults.some((test) => test.status === "failed"))
      failed += 1;
  }
}
// checks without a report (lint, format, drift) are named on the command line when they failed
failed += process.argv.length - 2;
console.log(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed > 0 || passed === 0 ? 1 : 0;
