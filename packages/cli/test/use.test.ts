import { readFileSync } from "node:fs";
import { mkdir, symlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { readContracts } from "../src/project/read-contracts.ts";
import { changesIn } from "./diff/changes.ts";
import { createGitProject } from "./diff/git.ts";
import { config, createProject, notes, type TestProject } from "./project.ts";

const shared = `proviso: 1
domain: shared
description: Names that products share.
types:
  line: { type: string, maxLength: 100, description: One line of text. }
  page: { type: string, maxLength: 9000 }
permissions:
  notes:write: Add and remove notes.
  pages:write: Add and remove pages.
failureModes:
  is_full: { description: There is no room left. }
`;

const user = notes
  .replace(/permissions:\n.*\n/, "use: ../../shared/types.yaml\n")
  .replace("{ text: string }", "{ text: shared.line }")
  .replace("failureModes: []", "failureModes: [shared.is_full]");

/** Two products and a folder that both use. */
const files = {
  "package.json": "{}",
  "a/proviso.yaml": config,
  "b/proviso.yaml": config.replace("acme", "other"),
  "a/contracts/notes.yaml": user,
  "b/contracts/notes.yaml": user
    .replace("shared.line", "shared.page")
    .replace("notes:write]", "pages:write]"),
  "shared/types.yaml": shared,
};

const using = (name: string): string => user.replace("../../shared/types.yaml", name);

async function check(more: Readonly<Record<string, string>>, expected: string | RegExp): Promise<void> {
  const { out, err } = await (await createProject({ ...files, ...more })).proviso("check", "a");
  expect(out + err).toMatch(expected);
}

const isClean = /^1 tool in 1 contract: no errors/;

test("two products use one file, and each has what it uses of it in its lock", async () => {
  const project = await createProject(files);
  for (const product of ["a", "b"]) {
    expect(await project.proviso("check", product)).toMatchObject({
      code: 0,
      out: "1 tool in 1 contract: no errors",
    });
    expect(await project.proviso("lock", product)).toMatchObject({ code: 0 });
  }
  const locks = await Promise.all(["a", "b"].map((product) => project.read(`${product}/proviso.lock`)));
  const permissions = locks.map((lock) => /permissions:\n((?: .*\n)*)/.exec(lock)?.[1]);
  expect(permissions).toEqual([
    '  "notes:write": "Add and remove notes."\n',
    '  "pages:write": "Add and remove pages."\n',
  ]);
  await project.edit("shared/types.yaml", (text) => text.replace("maxLength: 9000", "maxLength: 9001"));
  expect(changesIn(await project.proviso("diff --against lock --format json", "a"))).toEqual([]);
  expect(changesIn(await project.proviso("diff --against lock --format json", "b"))).toMatchObject([
    { tool: "notes.create", file: "contracts/notes.yaml" },
  ]);
});

test("what is wrong in a shared file is shown there, in the words of the product that uses it", async () => {
  await check(
    { "shared/types.yaml": shared.replace("maxLength: 100", "maxLenth: 100") },
    /--> \.\.\/shared\/types\.yaml:5:25\n[^]*maxLenth: 100[^]*hint: [^\n]*used by `contracts\/notes\.yaml`/,
  );
});

test("a changed shared file is compiled again with what uses it, and generate writes the same as from scratch", async () => {
  const project = await createProject(files);
  expect((await project.proviso("generate", "a")).code).toBe(0);
  expect((await project.proviso("generate --explain", "a")).out).toContain("nothing changed");
  await project.edit("shared/types.yaml", (text) => text.replace("maxLength: 100", "maxLength: 101"));
  expect((await project.proviso("generate --explain", "a")).out).toContain("../shared/types.yaml");
  expect((await project.proviso("generate", "a")).code).toBe(0);
  expect(await project.read("a/out/schemas/src/shared.ts")).toContain("At most 101 characters");
  expect((await project.proviso("generate --verify", "a")).code).toBe(0);
  await project.remove("shared/types.yaml");
  expect((await project.proviso("check", "a")).err).toContain("there is no such file");
  await project.write("shared/types.yaml", shared);
  expect(await project.proviso("check", "a")).toMatchObject({ code: 0 });
});

test("a shared file is watched, also while it is missing", async () => {
  const { "shared/types.yaml": _missing, ...others } = files;
  const project = await createProject({ ...others, "shared/README.md": "Shared." });
  const watching = project.watch("check --watch --config a/proviso.yaml");
  expect(await watching.until("there is no such file")).toContain("resolve/unknown-use");
  await project.write("shared/types.yaml", shared);
  expect(await watching.until("no errors")).toContain("changed: ../shared/types.yaml");
  await project.edit("shared/types.yaml", (text) => text.replace("is_full:", "is_empty:"));
  expect(await watching.until("resolve/unknown-failure-mode")).toContain("shared.is_full");
  expect((await watching.stop()).code).toBe(0);
});

test("a shared file is neither fixed nor formatted by a product, except where it is a contract of its own", async () => {
  const broken = shared.replace("description: Names", "Description: Names").replace("{ type", "{  type");
  const project = await createProject({ ...files, "shared/types.yaml": broken });
  for (const command of ["check", "check --fix"])
    expect((await project.proviso(command, "a")).err).toMatch(
      /hint: did you mean `description`\?; used by `contracts\/notes\.yaml`\n\n/,
    );
  await project.proviso("format", "a");
  expect(await project.read("shared/types.yaml")).toBe(broken);
  await project.write("a/contracts/own.yaml", broken);
  await project.write("a/contracts/notes.yaml", using("./own.yaml"));
  expect(await project.proviso("check --fix", "a")).toMatchObject({ code: 0 });
  expect(await project.read("a/contracts/own.yaml")).toContain("description: Names");
});

describe("the file of a package", () => {
  const installed = "a/node_modules/@acme/words";
  const contract = { "a/contracts/notes.yaml": using("'@acme/words/types.yaml'") };
  const manifest = (exported: object): string => JSON.stringify({ name: "@acme/words", exports: exported });

  test("is found in `node_modules` of the project, and of folders above", async () => {
    await check({ ...contract, [`${installed}/types.yaml`]: shared }, isClean);
    await check({ ...contract, "node_modules/@acme/words/types.yaml": shared }, isClean);
    await check(contract, /the package `@acme\/words` is not installed[^]*hint: install it/);
  });

  test("is the one that `exports` names", async () => {
    const inFolder = { ...contract, [`${installed}/dist/types.yaml`]: shared };
    const path = `${installed}/package.json`;
    await check({ ...inFolder, [path]: manifest({ "./types.yaml": "./dist/types.yaml" }) }, isClean);
    await check({ ...inFolder, [path]: manifest({ "./*": { default: "./dist/*" } }) }, isClean);
    const notExported = /does not export `\.\/types\.yaml`[^]*hint: add `"\.\/types\.yaml"/;
    await check({ ...inFolder, [path]: manifest({ ".": "./index.js" }) }, notExported);
    await check({ ...inFolder, [path]: manifest({ "./types.yaml": null }) }, notExported);
    const outside = manifest({ "./types.yaml": "./../../../../shared/types.yaml" });
    await check({ ...inFolder, [path]: outside }, notExported);
  });

  test("is one file with the path that a workspace links to, and appears without its folders in generated code", async () => {
    const project = await createProject({
      ...files,
      "a/contracts/notes.yaml": using("['@acme/words/types.yaml', ../../shared/types.yaml]"),
    });
    await link(project, installed, "shared");
    expect(await project.proviso("check", "a")).toMatchObject({
      code: 0,
      out: "1 tool in 1 contract: no errors",
    });
    const copied = await createProject({ ...files, ...contract, [`${installed}/types.yaml`]: shared });
    expect((await copied.proviso("generate", "a")).code).toBe(0);
    expect(await copied.read("a/out/schemas/src/shared.ts")).toMatch(
      /^\/\/ Generated by proviso from @acme\/words\/types\.yaml\./,
    );
  });
});

async function link(project: TestProject, path: string, target: string): Promise<void> {
  await mkdir(dirname(join(project.root, path)), { recursive: true });
  await symlink(join(project.root, target), join(project.root, path));
}

test("a used file is compared with a revision as it was there", async () => {
  const project = await createGitProject(files);
  await project.edit("shared/types.yaml", (text) => text.replace("maxLength: 100", "maxLength: 50"));
  const changes = changesIn(await project.proviso("diff --against HEAD --format json", "a"));
  expect(changes).toMatchObject([{ tool: "notes.create", id: "input-narrowed" }]);
  project.git("mv", "shared/types.yaml", "shared/words.yaml");
  await project.edit("a/contracts/notes.yaml", (text) => text.replace("types.yaml", "words.yaml"));
  expect(changesIn(await project.proviso("diff --against HEAD --format json", "a"))).toEqual(changes);
});

test("the files of the page about sharing are two products without findings", async () => {
  const page = readFileSync(
    new URL("../../../apps/docs/src/content/docs/share-types.mdx", import.meta.url),
    "utf8",
  );
  const blocks = [...page.matchAll(/```yaml title="(.*)"\n([^]*?)```/g)];
  const shown = Object.fromEntries(blocks.map(([, path = "", text = ""]) => [path, text]));
  const project = await createProject({
    ...shown,
    "package.json": "{}",
    "billing/proviso.yaml": config,
    "support/proviso.yaml": config.replace("acme", "helpdesk"),
  });
  for (const product of ["billing", "support"]) {
    expect((await project.proviso("check --strict", product)).out).toBe("1 tool in 1 contract: no errors");
    expect((await project.proviso("lock", product)).code).toBe(0);
  }
  await project.edit("shared/types.yaml", (text) => text.replace("EUR | USD", "EUR | USD | CHF"));
  const changed = async (product: string): Promise<readonly unknown[]> =>
    changesIn(await project.proviso("diff --against lock --format json", product));
  expect(await changed("billing")).toMatchObject([{ tool: "invoices.total" }]);
  expect(await changed("support")).toEqual([]);
});

test("programs that read a folder of contracts, such as the gateway, read what they use", async () => {
  const project = await createProject(files);
  const folder = join(project.root, "a");
  const { tools } = await readContracts(folder, "acme");
  expect(tools.map(({ name }) => name)).toEqual(["notes.create"]);
  expect(await readContracts(join(folder, "contracts/notes.yaml"), "acme")).toEqual(
    await readContracts(folder, "acme"),
  );
  await project.edit("shared/types.yaml", (text) => text.replace("  line:", "  row:"));
  await expect(readContracts(folder, "acme")).rejects.toThrow(/shared\.line/);
});
