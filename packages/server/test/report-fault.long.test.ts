import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const sample = JSON.stringify(new URL("sample.ts", import.meta.url));

/** What a server that was given no listener for faults writes to standard error. */
async function errorsOf(program: string): Promise<string> {
  const code = `const { anna, fixture, manifest, tool } = await import(${sample}); ${program}`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", code]);
  expect(stdout).toBe("");
  return stderr;
}

const call = `.call("notes.create", { text: "x" })`;

test("without a listener a fault is one line and its stack on standard error", async () => {
  const errors = await errorsOf(
    `await fixture({ onFault: undefined, execute() { throw new RangeError("disk\\u001b[2J gone\\nsecond"); } })${call}`,
  );
  expect(errors).toMatch(
    /^proviso: fault in `notes\.create`: disk\[2J gone\nRangeError: disk\[2J gone\nsecond\n +at /,
  );
});

test("what has caused a fault is said in the same line", async () => {
  const errors = await errorsOf(
    `await fixture({ onFault: undefined, execute() { throw new Error("no message", { cause: new Error("status 500\\nmore") }); } })${call}`,
  );
  expect(errors).toMatch(/^proviso: fault in `notes\.create`: no message: status 500\n/);
});

test("an output that does not fit is a fault, with the paths", async () => {
  const errors = await errorsOf(`await fixture({ onFault: undefined, execute: () => ({ id: 7 }) })${call}`);
  expect(errors).toContain(
    "proviso: fault in `notes.create`: the output does not fit the contract: /id must be string\n",
  );
});

test("a server without an audit says so when it starts, and one that has chosen does not", async () => {
  expect(await errorsOf(`fixture({ audit: undefined })`)).toMatch(/^proviso: no `audit` is given, .*\n$/);
  expect(await errorsOf(`fixture()`)).toBe("");
});
