import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createProject, type TestProject } from "./project.ts";

const auditPackage = fileURLToPath(new URL("../../trail", import.meta.url));

/** Installs the audit program for a folder of a project, as a package manager would link it. */
async function install({ root }: TestProject, folder: string): Promise<void> {
  await mkdir(join(root, folder, "node_modules/@proviso"), { recursive: true });
  await symlink(auditPackage, join(root, folder, "node_modules/@proviso/trail"));
}

async function check(
  folder: string | undefined,
  argv: string,
  expected: readonly [code: number, said: RegExp],
) {
  const project = await createProject({ "audit.jsonl": "" });
  if (folder !== undefined) await install(project, folder);
  const { code, out, err } = await project.proviso(argv);
  expect([code, `${out}\n${err}`]).toEqual([expected[0], expect.stringMatching(expected[1])]);
}

test("audit runs the program that is installed here, with its arguments and its exit code", async () => {
  await check(".", "audit verify audit.jsonl", [1, /BROKEN \(head_missing\)/]);
  await check(".", "audit verify proviso.yaml", [1, /BROKEN \(unreadable\)/]);
  await check(".", "audit verify nowhere.jsonl", [2, /no file nowhere\.jsonl/]);
  await check(".", "audit verify audit.jsonl --kye k", [2, /--kye/]);
});
test("audit finds the program where it is installed for the generated server", () =>
  check("out/server", "audit verify audit.jsonl --json", [1, /"problem":"head_missing"/]));
test("audit says what to do if the program is not installed", () =>
  check(undefined, "audit verify audit.jsonl", [
    2,
    /@proviso\/trail, which reads audit trails, is not installed here/,
  ]));
test("audit alone is wrong usage", () => check(".", "audit", [2, /say what to do/]));
test("help of a command comes from the program", () => check(".", "audit tail --help", [0, /--follow/]));

test("the program that is looked for is the one that the audit package names", async () => {
  const { bin } = JSON.parse(await readFile(join(auditPackage, "package.json"), "utf8")) as { bin: unknown };
  expect(bin).toEqual({ "proviso-audit": "./bin/proviso-audit.js" });
});

test("a program that ends without an exit code of its own is a failure", async () => {
  const project = await createProject();
  const folder = join(project.root, "node_modules/@proviso/trail");
  await mkdir(join(folder, "bin"), { recursive: true });
  await writeFile(join(folder, "package.json"), '{ "name": "@proviso/trail", "type": "module" }');
  await writeFile(
    join(folder, "bin/proviso-audit.js"),
    'process.kill(process.pid, "SIGKILL");\nsetInterval(() => {}, 1000);\n',
  );
  expect((await project.proviso("audit verify x")).code).toBe(3);
});
