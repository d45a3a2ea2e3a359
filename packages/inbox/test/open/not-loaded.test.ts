import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const program = new URL("./fixtures/loaded.ts", import.meta.url).pathname;

/** The outcome of a call, and the files of this package that a server loads until it is closed. */
function loadedBy(...args: readonly string[]): readonly [outcome: string, files: readonly string[]] {
  return JSON.parse(execFileSync(process.execPath, [program, ...args], { encoding: "utf8" })) as never;
}

test("a server without approvals is made, served and called without a file of this package", () => {
  expect(loadedBy()).toEqual(["completed", []]);
});

test("one with an inbox loads it", () => {
  const [outcome, files] = loadedBy("with");
  expect(outcome).toBe("completed");
  expect(files).toContain("inbox/inbox.ts");
  expect(files).toContain("pages/style.ts");
});

test("the server does not depend on it", () => {
  const manifest = readFileSync(new URL("../../../server/package.json", import.meta.url), "utf8");
  expect(manifest).not.toContain("@proviso/inbox");
});
