import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
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
