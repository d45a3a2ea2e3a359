import { expect, test } from "vitest";
import { config, createProject, type TestProject } from "../project.ts";

const page = "out/docs/tools/notes/create.md";

/** A project with pages, whose lock holds one acceptance. */
async function accepted(): Promise<TestProject> {
  const project = await createProject({
    "proviso.yaml": config.replace("outputs: {", "outputs: { docs: out/docs,"),
  });
  await project.proviso("lock");
  expect((await project.proviso("generate")).code).toBe(0);
  await project.edit("contracts/notes.yaml", (text) => text.replace("[notes:write]", "[]"));
  expect((await project.proviso("generate")).code).toBe(0);
  expect(await project.read(page)).not.toContain("History");
  const words = ["lock", "--accept", "Notes are public.", "--who", "Ann <ann@example.com>"];
  expect((await project.proviso(words)).code).toBe(0);
  return project;
}

test("the page of a tool shows who accepted what, and only that page is written again", async () => {
  const project = await accepted();
  expect((await project.proviso("generate --check")).code).toBe(1);
  const { out } = await project.proviso("generate --json");
  expect(JSON.parse(out).written).toEqual([page, "out/docs/.proviso.json"]);
  expect(await project.read(page)).toMatch(
    /\n## History\n\n.*\n\n- \*\*\d{4}-\d\d-\d\d\*\*, Ann: Notes are public\.\n {2}- `notes\.create` no longer requires the permission `notes:write`\n/,
  );
  for (const words of ["generate --check", "generate --verify"])
    expect({ words, ...(await project.proviso(words)) }).toMatchObject({ words, code: 0 });
});

test("a lock that changes without its history changes no page", async () => {
  const project = await accepted();
  await project.proviso("generate");
  await project.edit("contracts/tags.yaml", (text) => text.replace("Create a tag", "Add a tag"));
  await project.proviso("generate");
  await project.proviso("lock");
  expect(JSON.parse((await project.proviso("generate --json")).out).written).toEqual([]);
});

test("a lock that was edited by hand is shown, and nothing is written", async () => {
  const project = await accepted();
  await project.edit("proviso.lock", (text) =>
    text.replace("Notes are public.", "Notes were always public."),
  );
  const before = await project.snapshot("out");
  const { code, err } = await project.proviso("generate");
  expect(code).toBe(1);
  expect(err).toMatch(
    /error\[lock\/edited\]: the block of `notes\.create` was edited by hand[^]*--> proviso\.lock:\d+:1[^]*nothing was written/,
  );
  expect(await project.snapshot("out")).toEqual(before);
});

test("a project without pages does not read the lock to generate", async () => {
  const project = await createProject({ "proviso.lock": "<<<<<<<" });
  expect((await project.proviso("generate")).code).toBe(0);
});
