import { mkdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createProject } from "./project.ts";

const approvalsPackage = fileURLToPath(new URL("../../inbox", import.meta.url));

async function check(isInstalled: boolean, argv: string, expected: readonly [code: number, said: RegExp]) {
  const project = await createProject();
  if (isInstalled) {
    await mkdir(join(project.root, "node_modules/@proviso"), { recursive: true });
    await symlink(approvalsPackage, join(project.root, "node_modules/@proviso/inbox"));
  }
  const { code, out, err } = await project.proviso(argv);
  expect([code, `${out}\n${err}`]).toEqual([expected[0], expect.stringMatching(expected[1])]);
}

test("approvals runs the program that is installed here, with its arguments and its exit code", async () => {
  await check(true, "approvals list nowhere", [2, /there is no proviso\.sqlite in nowhere/]);
  await check(true, "approvals pause --help", [0, /tool:NAME/]);
});
test("approvals says what to do if the program is not installed", () =>
  check(false, "approvals list state", [2, /npm install --save-dev @proviso\/inbox/]));
test("approvals alone is wrong usage", () => check(true, "approvals", [2, /say what to do/]));
test("keys runs the other program of the package, or says what to install", async () => {
  await check(true, "keys list nowhere", [2, /there is no folder nowhere/]);
  await check(true, "keys rotate --help", [0, /FOLDER/i]);
  await check(false, "keys list .data", [2, /npm install --save-dev @proviso\/inbox/]);
});
test("the programs that are looked for are those that the package names", async () => {
  const { bin } = JSON.parse(await readFile(join(approvalsPackage, "package.json"), "utf8")) as {
    bin: unknown;
  };
  expect(bin).toEqual({
    "proviso-approvals": "./bin/proviso-approvals.js",
    "proviso-keys": "./bin/proviso-keys.js",
  });
});
