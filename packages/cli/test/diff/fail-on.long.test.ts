import { expect, test } from "vitest";
import { createProject, notes } from "../project.ts";
import { changesIn } from "./changes.ts";
import { createGitProject } from "./git.ts";

/** The exit code of each `--fail-on`, after this edit of a tool. */
async function codesAfter(edit: (text: string) => string): Promise<Readonly<Record<string, number>>> {
  const project = await createGitProject();
  await project.edit("contracts/notes.yaml", edit);
  const words = [
    "",
    "never",
    "breaking",
    "dangerous",
    "loosened",
    "model",
    "breaking,loosened",
    "model, loosened",
  ];
  const codes = words.map(async (word) => {
    const { code } = await project.proviso([
      "diff",
      "--against",
      "main",
      ...(word ? ["--fail-on", word] : []),
    ]);
    return [word, code] as const;
  });
  return Object.fromEntries(await Promise.all(codes));
}

test("a loosening fails only what fails on it", async () => {
  expect(await codesAfter((text) => text.replace("[notes:write]", "[]"))).toEqual({
    "": 0,
    never: 0,
    breaking: 0,
    dangerous: 0,
    loosened: 1,
    model: 0,
    "breaking,loosened": 1,
    "model, loosened": 1,
  });
});

test("a breaking change counts as dangerous too", async () => {
  expect(await codesAfter((text) => text.replaceAll("{ text: ", "{ body: "))).toMatchObject({
    "": 0,
    breaking: 1,
    dangerous: 1,
    "breaking,loosened": 1,
  });
});

test("other words fail what models read", async () => {
  expect(await codesAfter((text) => text.replace("Adds a note.", "Adds one note."))).toMatchObject({
    "": 0,
    breaking: 0,
    loosened: 0,
    model: 1,
    "model, loosened": 1,
  });
});

test("the id of a change fails on that change, so that a new tool is stopped until somebody has looked at it", async () => {
  const project = await createGitProject();
  const words = "diff --against main --fail-on loosened,tool-added";
  expect((await project.proviso(words)).code).toBe(0);
  await project.write("contracts/leaves.yaml", notes.replaceAll("notes", "leaves"));
  expect((await project.proviso(words)).code).toBe(1);
  expect((await project.proviso("diff --against main --fail-on loosened")).code).toBe(0);
  const { out } = await project.proviso("diff --against main --fail-on tool-added --format github");
  expect(out).toMatch(/^::error .*title=diff\/tool-added::/m);
});

test("a removed tool is on no line of its file", async () => {
  const project = await createGitProject({ "contracts/more.yaml": notes.replaceAll("notes", "leaves") });
  await project.edit("contracts/more.yaml", (text) => text.replace(/tools:[^]*/, "tools: {}\n"));
  expect((await project.proviso("diff --against main")).out).toMatch(
    /tool-removed \w{16} {2}contracts\/more\.yaml$/m,
  );
});

test("without `--against`, the lock is compared with", async () => {
  const project = await createProject();
  const without = await project.proviso("diff");
  expect([without.code, without.err]).toEqual([2, expect.stringContaining("proviso.lock")]);
  await project.proviso("lock");
  await project.edit("contracts/notes.yaml", (text) => text.replace("riskLevel: low", "riskLevel: medium"));
  const { out } = await project.proviso("diff");
  expect(out).toContain("medium");
  expect(out).toBe((await project.proviso("diff --against lock")).out);
});

test.each([
  [
    "diff --against main --fail-on loose",
    "`--fail-on` takes `breaking`, `dangerous`, `loosened`, `tightened`, `model`, ids of changes such as `tool-added`, or `never` alone, and not `loose`",
  ],
  ["diff --against main --fail-on never,model", "and not `never`"],
  [
    "diff --against main --format pdf",
    "`--format` takes one of `text`, `json`, `markdown`, `sarif`, `github`, and not `pdf`",
  ],
  ["diff main", "there is no argument `main`"],
])("`proviso %s` is wrong usage", async (words, message) => {
  const project = await createProject();
  const { code, err } = await project.proviso(words);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});

test("contracts here with errors are shown, and nothing is compared", async () => {
  const project = await createGitProject();
  await project.write("contracts/notes.yaml", notes.replace("riskLevel: low", "riskLevel: lo"));
  const { code, out, err } = await project.proviso("diff --against main");
  expect([code, out, err]).toEqual([1, "", expect.stringContaining("contracts/notes.yaml:10")]);
});

test("another folder with the project is compared as it is, without a repository", async () => {
  const project = await createProject();
  for (const path of ["proviso.yaml", "contracts/notes.yaml", "contracts/tags.yaml"])
    await project.write(`old/${path}`, await project.read(path));
  expect(changesIn(await project.proviso("diff --against ./old --format json"))).toEqual([]);
  await project.edit("contracts/tags.yaml", (text) => text.replace("Create a tag", "Add a tag"));
  expect(changesIn(await project.proviso("diff --against ./old --format json"))).toMatchObject([
    { id: "title-changed", tool: "tags.create", before: "Create a tag", after: "Add a tag" },
  ]);
  await project.write("old/contracts/tags.yaml", "proviso: 1");
  const broken = await project.proviso("diff --against ./old");
  expect([broken.code, broken.err]).toEqual([
    2,
    expect.stringContaining("the contracts of `./old` have errors: contracts/tags.yaml:1:"),
  ]);
});
