import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { config, createProject, notes } from "../project.ts";
import { createGitProject, needGit, type GitProject } from "./git.ts";
import { changesIn } from "./changes.ts";

const title = (text: string): string => text.replace("Create a note", "Add a note");

test("a revision is read from Git, without a check-out", async () => {
  const project = await createGitProject();
  await project.edit("contracts/notes.yaml", title);
  const before = await project.snapshot();
  expect(changesIn(await project.proviso("diff --against main --format json"))).toMatchObject([
    { tool: "notes.create", path: "title", before: "Create a note", after: "Add a note" },
  ]);
  project.commit("Name it");
  expect(changesIn(await project.proviso("diff --against main --format json"))).toEqual([]);
  expect(changesIn(await project.proviso("diff --against main~1 --format json"))).toHaveLength(1);
  project.git("tag", "v1", "main~1");
  expect(changesIn(await project.proviso("diff --against v1 --format json"))).toHaveLength(1);
  expect(Object.keys(await project.snapshot()).filter((path) => !path.startsWith(".git/"))).toEqual(
    Object.keys(before).filter((path) => !path.startsWith(".git/")),
  );
  expect(project.git("status", "--porcelain")).toBe("");
});

test("a tag named like the branch is ambiguous: it does not choose what is compared with", async () => {
  const project = await createGitProject();
  project.git("tag", "main");
  const { code, err } = await project.proviso("diff --against main");
  expect([code, err]).toEqual([2, expect.stringContaining("refs/heads/main and refs/tags/main")]);
  expect(changesIn(await project.proviso("diff --against refs/heads/main --format json"))).toEqual([]);
});

test("a project below the top of its repository is compared with itself", async () => {
  const project = await createGitProject({
    "api/proviso.yaml": config,
    "api/contracts/notes.yaml": notes.replaceAll("notes", "memos"),
  });
  await project.edit("api/contracts/notes.yaml", title);
  const changes = changesIn(await project.proviso("diff --against main --format json", "api"));
  expect(changes).toMatchObject([{ tool: "memos.create", path: "title", file: "contracts/notes.yaml" }]);
});

test("what the configuration of the revision names is read, not what the one here names", async () => {
  const project = await createGitProject();
  await project.remove("contracts/tags.yaml");
  await project.edit("proviso.yaml", (text) => text.replace("contracts/*.yaml", "contracts/notes.yaml"));
  const changes = changesIn(await project.proviso("diff --against HEAD --format json"));
  expect(changes).toMatchObject([
    { id: "tool-removed", tool: "tags.create", file: "proviso.yaml", line: 1 },
    { id: "permission-no-longer-declared", tool: "" },
  ]);
});

test("a file in another folder, with a name that Git would quote, is found as on the disk", async () => {
  const project = await createGitProject({
    'contracts/sub/höhe "x".yaml': notes.replaceAll("notes", "heights"),
    "proviso.yaml": config.replace("contracts/*.yaml", "contracts/**/*.yaml, '!contracts/tags.yaml'"),
  });
  expect(changesIn(await project.proviso("diff --against HEAD --format json"))).toEqual([]);
  await project.remove("contracts/sub");
  expect(changesIn(await project.proviso("diff --against HEAD --format json"))).toMatchObject([
    { id: "tool-removed", tool: "heights.create" },
    { id: "permission-no-longer-declared" },
  ]);
});

test("a link in the revision is refused, as it is on the disk", async () => {
  const project = await createGitProject();
  await symlink("notes.yaml", join(project.root, "contracts/other.yaml"));
  project.commit("Link");
  await project.remove("contracts/other.yaml");
  expect(await project.proviso("diff --against HEAD")).toMatchObject({
    code: 2,
    err: expect.stringContaining(
      "the contracts of `HEAD` have errors: proviso.yaml:3: `contracts/other.yaml` is a symbolic link",
    ),
  });
});

describe("a git submodule in the revision", () => {
  async function withModule(path: string, contracts: string): Promise<GitProject> {
    const project = await createGitProject({
      "proviso.yaml": config.replace("contracts/*.yaml", contracts),
      [`${path}/notes.yaml`]: notes.replaceAll("notes", "leaves"),
    });
    // As `git submodule add` leaves it in the index: a commit at the place of a folder.
    project.git("rm", "-r", "--quiet", "--cached", path);
    const head = project.git("rev-parse", "HEAD").trim();
    project.git("update-index", "--add", "--cacheinfo", `160000,${head},${path}`);
    project.git("commit", "--quiet", "--message", "Submodule");
    return project;
  }

  test.each([
    ["shared", "contracts/*.yaml, shared/*.yaml"],
    ["contracts/shared", "contracts/**/*.yaml"],
  ])("%s, where contracts may be, is an error: they would count as new", async (path, globs) => {
    const project = await withModule(path, globs);
    const { code, err } = await project.proviso("diff --against HEAD");
    expect([code, err]).toEqual([
      2,
      expect.stringContaining(
        `\`${path}\` is a git submodule in \`HEAD\`, and contracts in a submodule cannot be compared`,
      ),
    ]);
  });

  test("that no pattern reaches does not matter", async () => {
    const project = await withModule("shared", "contracts/*.yaml");
    expect(changesIn(await project.proviso("diff --against HEAD --format json"))).toEqual([]);
  });
});

test.each([
  ["nowhere", "git knows no revision `nowhere` here; a folder is written `./nowhere`"],
  ["main@1.0", "git knows no revision `main@1.0` here; a package without a scope is written `npm:main@1.0`"],
  ["HEAD~5", "git knows no revision `HEAD~5` here"],
  ["contracts", "git knows no revision `contracts` here"],
  ["HEAD:contracts", "git knows no revision `HEAD:contracts` here"],
])("`--against %s` is wrong usage", async (revision, message) => {
  const project = await createGitProject();
  const { code, err } = await project.proviso(["diff", "--against", revision]);
  expect(code).toBe(2);
  expect(err).toContain(message);
});

test("a revision whose contracts have errors, or without a project, is wrong usage", async () => {
  const project = await createGitProject();
  const good = await project.read("contracts/notes.yaml");
  await project.write("contracts/notes.yaml", good.replace("riskLevel: low", "riskLevel: lo"));
  project.commit("Break");
  await project.write("contracts/notes.yaml", good);
  const broken = await project.proviso("diff --against HEAD");
  expect([broken.code, broken.err]).toEqual([
    2,
    expect.stringContaining("the contracts of `HEAD` have errors: contracts/notes.yaml:10: `lo` is none of"),
  ]);
  await project.write("other.yaml", await project.read("proviso.yaml"));
  const missing = await project.proviso("diff --against HEAD --config other.yaml");
  expect([missing.code, missing.err]).toEqual([
    2,
    expect.stringContaining("there is no other.yaml in `HEAD`"),
  ]);
});

test("outside of a repository, a revision is wrong usage, and says what git says", async () => {
  needGit();
  const project = await createProject();
  const { code, err } = await project.proviso("diff --against main");
  expect(code).toBe(2);
  expect(err).toMatch(/`main` is read as a git revision, and git says of .*not a git repository/);
});
