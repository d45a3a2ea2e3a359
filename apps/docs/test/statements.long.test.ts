// Runs the bench on some statements, so that CI notices when a test no longer shows what it is named for.
import { execFile } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const bench = join(import.meta.dirname, "../../../tooling/bench/statements.mjs");

interface Row {
  readonly id: string;
  readonly says: string;
  readonly test: string;
  readonly verdict: string;
}

const size = 4;
/** Each change has other statements in CI. `PROVISO_FUZZ_SEED=7` gives the same again. */
const seed = process.env["PROVISO_FUZZ_SEED"] ?? "1";

it(`the tests of a sample of statements fail once the statement is made false (seed ${seed})`, async () => {
  const args = [bench, "--sample", String(size), "--seed", seed, "--json"];
  // The exit code repeats what the rows say.
  const ran = promisify(execFile)(process.execPath, args).catch(
    (error: { readonly stdout: string }) => error,
  );
  const rows = JSON.parse((await ran).stdout) as readonly Row[];
  expect(rows).toHaveLength(size);
  expect(rows.filter(({ verdict }) => verdict !== "killed")).toEqual([]);
});
