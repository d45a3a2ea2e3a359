import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const entry = new URL("../../src/index.ts", import.meta.url).href;

/** Whether a process has loaded SQLite after this program, in which `server` is the package. */
async function check(program: string, expected: boolean): Promise<void> {
  const script = `const server = await import("${entry}"); ${program}
    console.log(process.moduleLoadList.includes("NativeModule sqlite"));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  expect(stdout.trim()).toBe(String(expected));
}

test("a server that keeps nothing in SQLite does not load it", () => check("server.memoryStore();", false));

test("a store in SQLite loads it", () =>
  check('await server.sqliteStore({ file: ":memory:" }).close();', true));
