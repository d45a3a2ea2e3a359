import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { root } from "../src/workspace.ts";

interface Suite {
  readonly passed?: number;
  readonly failed?: number;
  readonly skipped?: number;
  /** Files that failed before any of their tests ran. */
  readonly unloadable?: number;
}

/** The parts of vitest's report that are read. */
function report({ passed = 0, failed = 0, skipped = 0, unloadable = 0 }: Suite): object {
  const broken = Array.from({ length: unloadable }, () => ({
    status: "failed",
    assertionResults: [],
    name: "x.test.ts",
  }));
  const ran = {
    status: failed > 0 ? "failed" : "passed",
    assertionResults: [] as object[],
    name: "y.test.ts",
  };
  for (let index = 0; index < failed; index += 1) ran.assertionResults.push({ status: "failed" });
  return {
    numTotalTests: passed + failed + skipped,
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
    numTodoTests: 0,
    testResults: [...broken, ran],
  };
}

/** `undefined` is a package whose tests left no report. */
function check(
  suites: readonly (Suite | undefined)[],
  failures: readonly string[],
  line: string,
  code: number,
): void {
  const folder = mkdtempSync(join(tmpdir(), "proviso-count-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [index, suite] of suites.entries()) {
    const own = join(folder, "packages", `p${index}`);
    mkdirSync(join(own, "reports"), { recursive: true });
    writeFileSync(join(own, "package.json"), '{ "scripts": { "test": "vitest run" } }');
    if (suite) writeFileSync(join(own, "reports", "vitest.json"), JSON.stringify(report(suite)));
  }
  mkdirSync(join(folder, "apps", "untested"), { recursive: true });
  writeFileSync(join(folder, "apps", "untested", "package.json"), "{}");
  const script = join(root, "tooling", "count.mjs");
  const result = spawnSync(process.execPath, [script, "--root", folder, ...failures], { encoding: "utf8" });
  expect(result.stderr).toBe("");
  expect(result.stdout.trimEnd().split("\n").at(-1)).toBe(line);
  expect(result.status).toBe(code);
}

it("adds up what the packages report", () =>
  check([{ passed: 3 }, { passed: 4 }], [], "7 passed, 0 failed", 0));
it("fails with a failed test", () =>
  check([{ passed: 3 }, { passed: 4, failed: 1 }], [], "7 passed, 1 failed", 1));
it("counts a file that cannot be loaded", () =>
  check([{ passed: 3, unloadable: 2 }], [], "3 passed, 2 failed", 1));
it("counts a package without a report", () => check([{ passed: 3 }, undefined], [], "3 passed, 1 failed", 1));
it("counts a package without a test", () => check([{ passed: 3 }, {}], [], "3 passed, 1 failed", 1));
it("counts checks that failed by name", () =>
  check([{ passed: 3 }], ["lint", "format"], "3 passed, 2 failed", 1));
it("counts a failed test once, though `npm test` fails too", () =>
  check([{ passed: 3, failed: 1 }], ["npm test"], "3 passed, 1 failed", 1));
it("counts an `npm test` that failed without a failed test", () =>
  check([{ passed: 3 }], ["npm test", "lint"], "3 passed, 2 failed", 1));
it("names skipped tests", () => check([{ passed: 3, skipped: 2 }], [], "3 passed, 0 failed, 2 skipped", 0));
it("fails when nothing ran", () => check([], [], "0 passed, 0 failed", 1));
