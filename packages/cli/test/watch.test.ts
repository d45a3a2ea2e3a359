import { rename, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { config, createProject, notes as notesContract } from "./project.ts";
import type { TestProject } from "./project.ts";

function isThere(project: TestProject, path: string): Promise<boolean> {
  return project.read(path).then(
    () => true,
    () => false,
  );
}

test("generate --watch writes again when a contract is saved, and stops when it is told to", async () => {
  const project = await createProject();
  const watching = project.watch("generate --watch");
  expect(await watching.until("✔ wrote ")).toContain("✔ wrote ");
  await project.edit("contracts/notes.yaml", (text) => text.replace("Adds a", "Adds one"));
  expect(await watching.until("✔ wrote ")).toMatch(/^\nchanged: contracts\/notes\.yaml\n✔ wrote \d+/);
  expect(await project.read("out/schemas/src/notes.ts")).toContain("Adds one");
  expect((await watching.stop()).code).toBe(0);
  expect((await project.proviso("generate --verify")).code).toBe(0);
  expect((await project.proviso("generate --explain")).out).toContain("nothing changed since the last run");
});

test("a contract in a folder that has the name of an output is watched too", async () => {
  const project = await createProject({
    "proviso.yaml": config.replace("contracts/*.yaml", "contracts/**/*.yaml").replace("out/server", "server"),
    "contracts/server/drafts.yaml": notesContract.replaceAll("notes", "drafts"),
  });
  const watching = project.watch("check --watch");
  expect(await watching.until("3 tools in 3 contracts: no errors")).toContain(
    "3 tools in 3 contracts: no errors",
  );
  await project.edit("contracts/server/drafts.yaml", (text) => text.replace("low", "lowest"));
  expect(await watching.until("decode/unknown-value")).toContain("decode/unknown-value");
});

test("what somebody does to the output meanwhile is noticed with the next change, or right after it", async () => {
  const project = await createProject();
  const watching = project.watch("generate --watch");
  await watching.round();
  await project.edit("out/schemas/src/notes.ts", (text) => `${text}// mine\n`);
  await project.edit("contracts/tags.yaml", (text) => text.replace("Adds a", "Adds one"));
  const warning = "out/schemas/src/notes.ts was edited by hand";
  let said = "";
  while (!said.includes(warning)) said += await watching.round();
  expect(said).toContain("contracts/tags.yaml");
  await project.edit("out/schemas/src/notes.ts", (text) => `${text}// mine\n`);
  await project.edit("contracts/notes.yaml", (text) => text.replace("Adds a", "Adds one"));
  expect(await watching.round()).toContain(warning);
  expect((await project.proviso("generate --verify")).code).toBe(0);
});

test("a package that somebody removed meanwhile is written again", async () => {
  const project = await createProject();
  await project.proviso("generate");
  const released = (text: string): string => text.replace('"version": "0.1.0"', '"version": "2.0.0"');
  await project.edit("out/server/package.json", released);
  const watching = project.watch("generate --watch");
  await watching.round();
  await project.remove("out/server");
  await project.edit("contracts/notes.yaml", (text) => text.replace("Adds a", "Adds one"));
  expect(await watching.round()).toMatch(/✔ wrote \d+/);
  expect((await project.proviso("generate --verify")).code).toBe(0);
});

test("nothing is written through a link that somebody puts in the place of an output folder meanwhile", async () => {
  const project = await createProject();
  const watching = project.watch("generate --watch");
  await watching.round();
  await rename(join(project.root, "out/server"), join(project.root, "elsewhere"));
  await symlink("../elsewhere", join(project.root, "out/server"));
  const before = await project.snapshot("elsewhere");
  await project.edit("contracts/notes.yaml", (text) => text.replace("Adds a", "Adds one"));
  expect(await watching.until("`out/server` is a symbolic link")).toContain(
    "`out/server` is a symbolic link",
  );
  expect(await project.snapshot("elsewhere")).toEqual(before);
});

test("what a run leaves alone in the output is not said with every change", async () => {
  const project = await createProject({ "out/server/more.ts": "// mine\n" });
  const watching = project.watch("generate --watch");
  const warning = "out/server/more.ts is not written by proviso";
  expect(await watching.round()).toContain(warning);
  await project.edit("contracts/notes.yaml", (text) => text.replace("Adds a", "Adds one"));
  expect(await watching.round()).toMatch(/^\nchanged: contracts\/notes\.yaml\n✔ wrote \d+.*\nwatching/);
});

test("a file by way of which an editor saves is not named", async () => {
  const project = await createProject();
  const watching = project.watch("generate --watch");
  await watching.round();
  const [saved, ...others] = ["notes.yaml.tmp", "4913", ".notes.yaml.swp", "notes.yaml~"].map(
    (name) => `contracts/${name}`,
  );
  for (const path of others) await project.write(path, "");
  const text = (await project.read("contracts/notes.yaml")).replace("Adds a", "Adds one");
  await project.write(saved ?? "", text);
  await rename(join(project.root, saved ?? ""), join(project.root, "contracts/notes.yaml"));
  expect(await watching.round()).toMatch(/^\nchanged: contracts\/notes\.yaml\n✔ wrote \d+/);
});

test("a broken contract is said, and the next save is taken", async () => {
  const project = await createProject();
  const watching = project.watch("generate --watch");
  await watching.round();
  await project.edit("contracts/notes.yaml", (text) => text.replace("riskLevel: low", "riskLevel: lowest"));
  expect(await watching.round()).toMatch(/decode\/[\s\S]*nothing was written/);
  await project.edit("contracts/notes.yaml", (text) =>
    text.replace("riskLevel: lowest", "riskLevel: medium"),
  );
  expect(await watching.until("✔ wrote ")).toContain("✔ wrote ");
  expect((await project.proviso("generate --verify")).code).toBe(0);
});

test("a new contract, one that is gone, and another configuration are taken too", async () => {
  const project = await createProject();
  const watching = project.watch("generate --watch");
  await watching.round();
  const notes = await project.read("contracts/notes.yaml");
  await project.write("contracts/users.yaml", notes.replaceAll("note", "user"));
  expect(await watching.until("changed: contracts/users.yaml")).toContain("changed: contracts/users.yaml");
  expect(await project.read("out/schemas/src/users.ts")).toContain("user");
  await project.remove("contracts/tags.yaml");
  expect(await watching.until("removed ")).toContain("removed ");
  await project.write("proviso.yaml", config.replace("contracts/*.yaml", "more/*.yaml"));
  expect(await watching.until("config/no-contracts")).toContain("config/no-contracts");
  await project.write("proviso.yaml", config.replace("contracts/*", "contracts/*.yaml, more/*"));
  expect(await watching.until("✔ ")).toContain("✔ ");
  await project.write("more/roles.yaml", notes.replaceAll("note", "role"));
  // The folder is new too, and a round may come between it and the file.
  while (!(await isThere(project, "out/schemas/src/roles.ts"))) await watching.round();
  expect((await project.proviso("generate --verify")).code).toBe(0);
});

test("a configuration that is gone for the moment is waited for", async () => {
  const project = await createProject();
  const watching = project.watch("check --watch --config proviso.yaml");
  await watching.round();
  await project.remove("proviso.yaml");
  expect(await watching.until("there is no file")).toContain("there is no file");
  await project.write("proviso.yaml", config);
  expect(await watching.until("no errors")).toContain("no errors");
});

test("check --watch shows the findings of each round", async () => {
  const project = await createProject();
  const watching = project.watch("check --watch");
  expect(await watching.until("2 tools in 2 contracts: no errors")).toContain(
    "2 tools in 2 contracts: no errors",
  );
  await project.edit("contracts/notes.yaml", (text) => text.replace("[notes:write]", "[notes:wrote]"));
  expect(await watching.until("resolve/unknown-permission")).toContain("resolve/unknown-permission");
  await project.edit("contracts/notes.yaml", (text) => text.replace("[notes:wrote]", "[notes:write]"));
  expect(await watching.until("2 tools in 2 contracts: no errors")).toContain(
    "2 tools in 2 contracts: no errors",
  );
});

test.each([
  "generate --watch --check",
  "generate --watch --json",
  "check --watch --fix",
  "check --watch --format json",
])("%s is refused: one goes on, the other answers once", async (argv) => {
  const project = await createProject();
  expect(await project.proviso(argv)).toMatchObject({ code: 2, err: expect.stringContaining("`--watch`") });
});
