import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownFolder, reportOf, resultOf, serverCommand } from "./run-program.ts";

/** Verifies a server that wants a dry run before each call, by a contract with this mode. */
async function verdictOf(mode: string): Promise<unknown> {
  const contracts = join(ownFolder(), "c.yaml");
  const contract = readFileSync(new URL("controls/plan-holds.yaml", import.meta.url), "utf8");
  writeFileSync(contracts, contract.replace("mode: supported", `mode: ${mode}`));
  const words = ["--disposable", "--trials", "1", "--contracts", contracts];
  const report = await reportOf([...words, "--", ...serverCommand("servers/planned.mjs", "honest")]);
  return resultOf(report, "effects-declared", "files_tidy").verdict;
}

test("a call for which the contract demands a dry run is made after one", async () => {
  expect(await verdictOf("required")).toEqual({ kind: "survived", trials: 1 });
});

test("a dry run that the contract only offers is not made before a call", async () => {
  expect(await verdictOf("supported")).toMatchObject({
    kind: "unobservable",
    missing: expect.stringContaining("dry_run_required"),
  });
});
