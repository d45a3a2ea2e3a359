import { execFile } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

/** Runs a fixture's tests like a package's, and returns vitest's exit code and output. */
function runFixture(name: string, temp: string): Promise<{ readonly code: number; readonly said: string }> {
  const vitest = fileURLToPath(new URL("../node_modules/vitest/vitest.mjs", import.meta.url));
  const root = fileURLToPath(new URL("fixtures", import.meta.url));
  const env = { ...process.env, NO_COLOR: "1", TMPDIR: temp, TEMP: temp, TMP: temp };
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [vitest, "run", "--root", root, name],
      { env },
      (_, stdout, stderr) => resolve({ code: child.exitCode ?? -1, said: `${stdout}${stderr}` }),
    );
  });
}

/** A process that has ended may stay known until its parent asks for how it ended. */
function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}/cmdline`) && readFileSync(`/proc/${pid}/cmdline`, "utf8") !== "";
}

it.each<readonly [string, number, string]>([
  ["leaves-nothing", 0, "1 passed"],
  ["leaves-folder", 1, "the tests left in the temp folder: left-"],
  ...(process.platform === "linux" ? [["leaves-process", 1, "the tests left processes: "] as const] : []),
])("a run that %s ends with %d", async (name, code, said) => {
  const temp = mkdtempSync(join(tmpdir(), "proviso-temp-"));
  onTestFinished(() => rmSync(temp, { recursive: true }));
  expect(await runFixture(name, temp)).toMatchObject({ code, said: expect.stringContaining(said) });
  expect(readdirSync(temp)).toEqual([]);
});

it.each(process.platform === "linux" ? ["leaves-everything"] : [])(
  "a run removes what an aborted one has left, and nothing else: %s",
  async (aborted) => {
    const temp = mkdtempSync(join(tmpdir(), "proviso-temp-"));
    onTestFinished(() => rmSync(temp, { recursive: true }));
    await runFixture(aborted, temp);
    const [left = ""] = globSync("proviso-tests-*/left", { cwd: temp });
    const { database, pid } = JSON.parse(readFileSync(join(temp, left), "utf8")) as {
      readonly database: string;
      readonly pid: number;
    };
    expect([existsSync(database), existsSync(`/proc/${pid}`)]).toEqual([true, true]);
    // Whoever made this one does not say so. The other one is in use: it is that of this run.
    mkdirSync(join(temp, "proviso-tests-unknown"));
    cpSync(join(tmpdir(), ".owner"), join(temp, "proviso-tests-running", ".owner"));

    expect(await runFixture("leaves-nothing", temp)).toMatchObject({ code: 0 });
    expect(readdirSync(temp).toSorted()).toEqual(["proviso-tests-running", "proviso-tests-unknown"]);
    expect(existsSync(database)).toBe(false);
    await expect.poll(() => isRunning(pid)).toBe(false);
  },
);

it.each(process.platform === "linux" ? ["leaves-everything"] : [])(
  "runs that start at the same moment may both remove what an aborted one has left: %s",
  async (aborted) => {
    const temp = mkdtempSync(join(tmpdir(), "proviso-temp-"));
    onTestFinished(() => rmSync(temp, { recursive: true }));
    await runFixture(aborted, temp);
    const [left = ""] = globSync("proviso-tests-*", { cwd: temp });
    for (let copy = 0; copy < 500; copy += 1)
      cpSync(join(temp, left), join(temp, `proviso-tests-${copy}`), { recursive: true });

    const runs = [1, 2, 3, 4].map(() => runFixture("leaves-nothing", temp));
    expect((await Promise.all(runs)).map(({ code }) => code)).toEqual([0, 0, 0, 0]);
    expect(readdirSync(temp)).toEqual([]);
  },
);
