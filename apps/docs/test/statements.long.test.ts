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

it("the tests of a sample of statements fail once the statement is made false", async () => {
  const args = [bench, "--sample", "12", "--json"];
  // The exit code repeats what the rows say.
  const ran = promisify(execFile)(process.execPath, args).catch(
    (error: { readonly stdout: string }) => error,
  );
  const rows = JSON.parse((await ran).stdout) as readonly Row[];
  expect(rows).toHaveLength(12);
  expect(rows.filter(({ verdict }) => verdict !== "killed")).toEqual([]);
});
