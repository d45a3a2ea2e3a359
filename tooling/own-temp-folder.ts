import { chmodSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const variables = ["TMPDIR", "TEMP", "TMP"];
let folder = "";

/** Gives the tests a temp folder of their own, which also other users may enter: a database does not run as root. */
export function setup(): void {
  folder = mkdtempSync(join(tmpdir(), "proviso-tests-"));
  chmodSync(folder, 0o755);
  for (const name of variables) process.env[name] = folder;
}

/** Tests that leave something there have failed. */
export function teardown(): void {
  const left = readdirSync(folder);
  rmSync(folder, { recursive: true, force: true });
  if (left.length > 0) throw new Error(`the tests left in the temp folder: ${left.join(", ")}`);
}
