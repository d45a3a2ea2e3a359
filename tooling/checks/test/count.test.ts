import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
  for (let index = 0; index < failed; index += 1)
    ran.assertionResults.push({
      status: "failed",
      fullName: `answers call ${index}`,
      failureMessages: ["Error: refused\n    at line 3"],
    });
  return {
    numTotalTests: passed + failed + skipped,
    numPassedTests: passed,
    numFailedTests: failed,
    numPendingTests: skipped,
    numTodoTests: 0,
    testResults: [...broken, ran],
  };
}

interface Folder {
  readonly path: string;
  /** Makes a package with these scripts and reports. */
  add(path: string, scripts: readonly string[], reports: Readonly<Record<string, Suite>>): void;
  /** What the script says last, its exit code, and all that it says. */
  count(argv: readonly string[]): { readonly line: string; readonly code: number; readonly said: string };
}

function createFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), "proviso-count-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  mkdirSync(join(path, "tooling"));
  return {
    path,
    add(name, scripts, reports) {
      const own = join(path, name);
      mkdirSync(join(own, "reports"), { recursive: true });
      const commands = Object.fromEntries(scripts.map((script) => [script, "vitest run"]));
      writeFileSync(join(own, "package.json"), JSON.stringify({ scripts: commands }));
      for (const [file, suite] of Object.entries(reports))
        writeFileSync(join(own, "reports", `${file}.json`), JSON.stringify(report(suite)));
    },
    count(argv) {
      const script = join(root, "tooling", "count.mjs");
      const result = spawnSync(process.execPath, [script, "--root", path, ...argv], { encoding: "utf8" });
      expect(result.stderr).toBe("");
      const line = result.stdout.trimEnd().split("\n").at(-1) ?? "";
      return { line, code: result.status ?? -1, said: result.stdout };
    },
  };
}

/** `undefined` is a package whose tests left no report. */
function check(
  suites: readonly (Suite | undefined)[],
  failures: readonly string[],
  line: string,
  code: number,
): void {
  const folder = createFolder();
  for (const [index, suite] of suites.entries())
    folder.add(`packages/p${index}`, ["test"], suite ? { vitest: suite } : {});
  folder.add("apps/untested", [], {});
  expect(folder.count(failures)).toMatchObject({ line, code });
}

it("adds up what the packages report", () =>
  check([{ passed: 3 }, { passed: 4 }], [], "7 passed, 0 failed", 0));
it("fails with a failed test", () =>
  check([{ passed: 3 }, { passed: 4, failed: 1 }], [], "7 passed, 1 failed", 1));
it("names each failed test and its error after everything else", () => {
  const folder = createFolder();
  folder.add("packages/p", ["test"], { vitest: { passed: 3, failed: 1 } });
  expect(folder.count([]).said).toBe(
    "failed: y.test.ts: answers call 0: Error: refused\n3 passed, 1 failed\n",
  );
});
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
it("counts the tests of editors, and those that `npm test` leaves out", () => {
  const { add, count } = createFolder();
  add("editors/vscode", ["test"], { vitest: { passed: 2 } });
  add("tooling/only-long", ["test:long"], { long: { passed: 3, failed: 1 } });
  add("packages/both", ["test", "test:long"], { vitest: { passed: 4 } });
  const { said, ...ended } = count(["npm run test:all"]);
  expect(ended).toEqual({ line: "9 passed, 2 failed", code: 1 });
  expect(said).toContain("packages/both/reports/long.json was not written");
});

it("fails when the tests are fewer than 95 % of the number that was kept", () => {
  const { path, add, count } = createFolder();
  add("packages/a", ["test"], { vitest: { passed: 100 } });
  expect(count(["--update"]).code).toBe(0);
  expect(readFileSync(join(path, "tooling/test-count.json"), "utf8")).toBe('{"tests":100}\n');
  add("packages/a", ["test"], { vitest: { passed: 95 } });
  expect(count([])).toEqual({ line: "95 passed, 0 failed", code: 0, said: "95 passed, 0 failed\n" });
  add("packages/a", ["test"], { vitest: { passed: 94 } });
  const fewer = count([]);
  expect(fewer).toMatchObject({ line: "94 passed, 1 failed", code: 1 });
  expect(fewer.said).toContain("94 tests ran, and there were 100");
  add("packages/a", ["test"], { vitest: { passed: 106 } });
  const more = count([]);
  expect(more).toMatchObject({ line: "106 passed, 0 failed", code: 0 });
  expect(more.said).toContain("`node tooling/count.mjs --update` writes the new number");
});
