import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ownFolder, reportOf, resultOf, serverCommand } from "./run-program.ts";

/** Verifies a server that wants a dry run before each call, by a contract with this mode. */
async function verdictOf(mode: string, clause = "effects-declared"): Promise<unknown> {
  const contracts = join(ownFolder(), "c.yaml");
  const contract = readFileSync(new URL("controls/plan-holds.yaml", import.meta.url), "utf8");
  writeFileSync(contracts, contract.replace("mode: supported", `mode: ${mode}`));
  const words = ["--disposable", "--trials", "1", "--contracts", contracts];
  const report = await reportOf([...words, "--", ...serverCommand("servers/planned.mjs", "honest")]);
  return resultOf(report, clause, "files_tidy").verdict;
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

/** Verifies a server whose dry runs all fail, so that no call ever runs. */
async function verdictsOf(...clauses: readonly string[]): Promise<readonly unknown[]> {
  const contracts = join(ownFolder(), "c.yaml");
  const contract = readFileSync(new URL("controls/plan-holds.yaml", import.meta.url), "utf8")
    .replace("mode: supported", "mode: required")
    .replace("riskLevel: medium", "riskLevel: high\n    riskReason: A test.\n    confirmation: always")
    .replace("tools:", "failureModes: { nothing_new: { description: No new file., retry: never } }\ntools:")
    .replace("failureModes: []", "failureModes: [nothing_new]");
  writeFileSync(contracts, contract);
  const words = ["--disposable", "--trials", "1", "--contracts", contracts];
  const report = await reportOf([...words, "--", ...serverCommand("servers/planned.mjs", "nothing-new")]);
  return clauses.map((clause) => resultOf(report, clause, "files_tidy").verdict);
}

test("a call that is refused before it runs shows neither how it fails, nor its time, nor that a person is asked", async () => {
  const refused = { kind: "unobservable", missing: expect.stringContaining("dry_run_required") };
  expect(await verdictsOf("failures-fit", "in-time", "confirmation")).toMatchObject([
    refused,
    refused,
    refused,
  ]);
});

test.each(["failures-fit", "in-time"])("a call that runs shows %s", async (clause) => {
  expect(await verdictOf("required", clause)).toEqual({ kind: "survived", trials: 1 });
});
