import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ownFolder, proviso, reportOf, resultOf, serverCommand } from "./run-program.ts";

const notes = serverCommand("servers/notes.mjs");

function callsIn(file: string): readonly string[] {
  return existsSync(file) ? [...new Set(readFileSync(file, "utf8").trim().split("\n"))].toSorted() : [];
}

test("only tools that say that they read are called, unless the target is disposable", async () => {
  const folder = ownFolder();
  const log = join(folder, "calls.txt");
  const words = ["--trials", "3", "--env", `CALLS=${log}`, "--watch-folder", folder, "--ignore", "calls.txt"];
  const report = await reportOf([...words, "--", ...notes]);
  expect(callsIn(log)).toEqual(["note_list", "note_read"]);
  expect(report.notCalled).toEqual([
    { tool: "note_create", why: "it says that it changes something" },
    { tool: "note_delete", why: "it says that it changes something" },
    { tool: "note_purge", why: "no hint says that it only reads" },
  ]);
  expect(resultOf(report, "list-stable", "note_purge").verdict).toEqual({
    kind: "unobservable",
    missing: "a target that may be changed, because no hint says that it only reads: --disposable",
  });
});

test("a disposable target has all its tools called, in a folder that is gone afterwards", async () => {
  const log = join(ownFolder(), "calls.txt");
  const { err } = await proviso(["--disposable", "--trials", "2", "--env", `CALLS=${log}`, "--", ...notes]);
  expect(callsIn(log)).toEqual(["note_create", "note_delete", "note_list", "note_purge", "note_read"]);
  const [, folder = ""] = /its folder is (\S+)/.exec(err) ?? [];
  expect(folder).not.toBe("");
  expect(existsSync(folder)).toBe(false);
});

test("what will be done is printed first, and with --plan nothing is called", async () => {
  const log = join(ownFolder(), "calls.txt");
  const { code, out, err } = await proviso(["--plan", "--env", `CALLS=${log}`, "--", ...notes]);
  expect({ code, out, called: callsIn(log) }).toEqual({ code: 0, out: "", called: [] });
  expect(err).toContain("the target must not be changed: only tools that say that they only read are called");
  expect(err).toContain("calls note_list, note_read\ndoes not call note_create, note_delete, note_purge");
});

test("with --approve, claims about calls that ask a person are tried, and a call that asks nobody is refused", async () => {
  const contract = fileURLToPath(new URL("controls/confirmation.yaml", import.meta.url));
  const send = serverCommand("controls/confirmation.mjs", "honest");
  const words = ["--disposable", "--trials", "2", "--contracts", contract];
  const kinds = async (...more: readonly string[]) => {
    const report = await reportOf([...words, ...more, "--", ...send]);
    return ["effects-declared", "confirmation"].map((name) => resultOf(report, name, "send").verdict.kind);
  };
  expect(await kinds()).toEqual(["unobservable", "survived"]);
  expect(await kinds("--approve")).toEqual(["survived", "survived"]);
  const { err } = await proviso([...words, "--approve", "--plan", "--", ...send]);
  expect(err).toContain("answers each question to a person with yes (--approve)");
});

const notReached: unknown = expect.objectContaining({
  verdict: { kind: "unobservable", missing: "a call that shows it; the run ended before one was made" },
});

test("a run makes no more calls than it may, and says what it did not try", async () => {
  const report = await reportOf(["--calls", "3", "--watch-folder", ownFolder(), "--", ...notes]);
  expect(report.ended).toBe("calls");
  expect(report.calls).toBeLessThanOrEqual(3);
  expect(report.results).toContainEqual(notReached);
});

test("a run that is interrupted reports what was seen", async () => {
  let shown = 0;
  const stopAtThird = (stop: () => void): void => {
    if (++shown === 3) stop();
  };
  const report = await reportOf(["--watch-folder", ownFolder(), "--", ...notes], stopAtThird);
  expect(report.ended).toBe("interrupted");
  expect(resultOf(report, "list-after-restart").verdict.kind).toBe("survived");
  expect(report.results).toContainEqual(notReached);
});

test.each([
  [[], "name one server: `proviso verify -- COMMAND ARGUMENTS`, or `--url URL`"],
  [["--url", "http://127.0.0.1:9", "--", "a"], "name one server"],
  [["--approve", "--", "NOTES"], "`--approve` needs `--disposable`"],
  [["--calls", "0", "--", "a"], "`--calls` must be a whole number from 1"],
  [["server.js"], "write `--` before the server's command: `-- server.js`"],
  [["--env", "A", "--", "NOTES"], "`--env` must be written as NAME=VALUE"],
  [["--watch-folder", "/nowhere", "--", "NOTES"], "`--watch-folder` must be a folder"],
  [["--http", "look", "--", "NOTES"], "`--http` takes `record` or `forward`, and not `look`"],
  [
    ["--secret", "NOT_THERE", "--", "NOTES"],
    "`--secret NOT_THERE` needs a variable of at least six characters",
  ],
  [["--contracts", "/nowhere", "--", "NOTES"], "there is no folder /nowhere"],
  [["--watch-command", "exit 3", "--", "NOTES"], "`--watch-command` failed"],
  [["--", "/no/such/program"], "the server cannot be reached: "],
])("%j is refused with the reason", async (words, reason) => {
  const { code, err } = await proviso(words.flatMap((word) => (word === "NOTES" ? notes : [word])));
  expect(code).toBe(2);
  expect(err).toContain(reason);
});
