// Disposable servers that keep their data or their state somewhere else.
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ownFolder, reportOf, resultOf, serverCommand } from "./run-program.ts";

/** Verifies the server of notes, which keeps them in this folder. */
async function verified(folder: string) {
  const contracts = join(ownFolder(), "c.yaml");
  const contract = readFileSync(new URL("controls/effects-declared.yaml", import.meta.url), "utf8");
  writeFileSync(contracts, contract.replace(/inputSchema: .*/, "inputSchema: {}"));
  const words = ["--disposable", "--trials", "2", "--contracts", contracts];
  return reportOf([...words, "--", ...serverCommand("servers/elsewhere.mjs", folder)]);
}

const claims = [
  ["effects-declared", "note_add"],
  ["reads-only", "note_list"],
] as const;

test("a server that keeps its data elsewhere survives nothing: no oracle watches it", async () => {
  const report = await verified(ownFolder());
  for (const [clause, tool] of claims)
    expect(resultOf(report, clause, tool).verdict).toMatchObject({ kind: "unobservable" });
  expect(resultOf(report, "reads-only", "note_list").verdict).toMatchObject({
    missing: expect.stringContaining("nothing changed in this run"),
  });
  const here = await verified("{folder}");
  for (const [clause, tool] of claims)
    expect(resultOf(here, clause, tool).verdict).toMatchObject({ kind: "survived" });
});

test("a disposable server has a folder of its own for the state of programs, which is removed", async () => {
  const folder = ownFolder();
  await verified(folder);
  const [note = ""] = readdirSync(folder);
  const state = readFileSync(join(folder, note), "utf8");
  expect(state).toMatch(/proviso-verify-[^/\\]+[/\\]state$/);
  expect(existsSync(dirname(state))).toBe(false);
});
