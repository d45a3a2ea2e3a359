import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { VerifyReport } from "../src/model.ts";
import { ownFolder, proviso, reportOf, resultOf, serverCommand, traceOf } from "./run-program.ts";

const notes = serverCommand("servers/notes.mjs");
let run: Promise<VerifyReport> | undefined;

/** The run that all tests are about, made once. */
async function reading() {
  run ??= reportOf(["--disposable", "--trials", "6", "--", ...notes]);
  return traceOf(resultOf(await run, "reads-only", "note_read"));
}

test("a call gets the id that it needs from a call that makes one, and from no other", async () => {
  const { prelude, steps } = await reading();
  expect(prelude.map(({ action }) => action)).toEqual([
    { kind: "call", tool: "note_create", arguments: { text: expect.any(String) } },
  ]);
  const made = prelude.map(({ answer }) => answer.value as { readonly note: { readonly id: string } });
  expect(steps.map(({ action }) => action)).toEqual([
    { kind: "call", tool: "note_read", arguments: { noteId: made[0]?.note.id } },
  ]);
  expect(steps[0]?.changes).toMatchObject([{ oracle: "files", what: "readings.txt" }]);
});

async function traceFile(): Promise<string> {
  const file = join(ownFolder(), "trace.json");
  writeFileSync(file, JSON.stringify(await reading()));
  return file;
}

test("a trace runs again on a new server, which gives other ids", async () => {
  const { code, out } = await proviso(["--disposable", "--replay", await traceFile(), "--", ...notes]);
  expect(out).toContain("first: note_create");
  expect(out).toMatch(/reads-only refuted: a call changed something: files: \w+ readings.txt\n$/);
  expect(code).toBe(1);
});

test("a trace runs with nothing but itself", async () => {
  const { code, out } = await proviso(["--disposable", "--replay", await traceFile()]);
  expect(out).toContain("reads-only refuted");
  expect(code).toBe(1);
});

test("calls that were approved are approved again, where the target is disposable", async () => {
  const folder = ownFolder();
  const contract = readFileSync(new URL("controls/confirmation.yaml", import.meta.url), "utf8");
  writeFileSync(join(folder, "c.yaml"), contract.replace(/sideEffects: .*/, "sideEffects: []"));
  const send = serverCommand("controls/confirmation.mjs", "honest");
  const words = ["--disposable", "--approve", "--trials", "1", "--contracts", join(folder, "c.yaml")];
  const trace = traceOf(resultOf(await reportOf([...words, "--", ...send]), "reads-only", "send"));
  writeFileSync(join(folder, "trace.json"), JSON.stringify(trace));
  const again = ["--replay", join(folder, "trace.json"), "--", ...send];
  const { code, out } = await proviso(["--disposable", ...again]);
  expect({ code, out }).toEqual({ code: 1, out: expect.stringContaining("reads-only refuted") });
  expect(await proviso(again)).toMatchObject({
    code: 2,
    err: expect.stringContaining("needs `--disposable`"),
  });
});

test("the command of a trace, which may be a stranger's, is not started unasked", async () => {
  const { code, out, err } = await proviso(["--replay", await traceFile()]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("name the server after `--`; or, if you trust whoever made");
});

test("a trace makes no call that may do harm on a target that is not disposable", async () => {
  const { code, err } = await proviso([
    "--replay",
    await traceFile(),
    "--watch-folder",
    ownFolder(),
    "--",
    ...notes,
  ]);
  expect(code).toBe(2);
  expect(err).toContain("`note_create` may do harm: replay it with --disposable");
});

test("a server that keeps its word is not refuted by the trace of one that did not", async () => {
  const traces = ownFolder();
  const agency = (how: string) => serverCommand("controls/agency.mjs", how);
  const contracts = ["--contracts", new URL("controls/agency.yaml", import.meta.url).pathname];
  await proviso([
    "--disposable",
    "--trials",
    "2",
    "--traces",
    traces,
    ...contracts,
    "--",
    ...agency("broken"),
  ]);
  expect(readdirSync(traces)).toEqual(["agency.summary.json"]);
  const words = ["--disposable", ...contracts, "--replay", join(traces, "agency.summary.json"), "--"];
  expect((await proviso([...words, ...agency("broken")])).code).toBe(1);
  const kept = await proviso([...words, ...agency("honest")]);
  expect(kept.out).toContain("agency not refuted this time");
  expect(kept.code).toBe(0);
});
