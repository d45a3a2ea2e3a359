// Where `proviso` finds the programs of other packages.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { findProgram } from "../src/project/find-program.ts";

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "proviso-programs-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

test("a program beside this package is found from any folder, as a host starts it", async () => {
  const [installed, elsewhere] = [temporaryFolder(), temporaryFolder()];
  const program = join(installed, "node_modules/@proviso/gateway/bin/proviso-gateway.js");
  mkdirSync(dirname(program), { recursive: true });
  writeFileSync(program, "");
  expect(await findProgram("gateway", elsewhere, join(installed, "node_modules/proviso/"))).toBe(program);
  expect(await findProgram("verify", elsewhere, join(installed, "node_modules/proviso/"))).toBeUndefined();
  expect(await findProgram("gateway", elsewhere, join(installed, "packages/cli/"))).toBeUndefined();
});
