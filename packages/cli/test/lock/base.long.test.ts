import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { printLock, readLock } from "@proviso/changes/lock";
import { createGitProject, type GitProject } from "../diff/git.ts";
import { notes } from "../project.ts";

const check = "lock --check --against main";
const open = (text: string): string => text.replace("[notes:write]", "[]");

/** A repository whose branch `main` has a lock, on another branch. */
async function onBranch(): Promise<GitProject> {
  const project = await createGitProject();
  await project.proviso("lock");
  project.commit("Lock");
  project.git("checkout", "--quiet", "-b", "work");
  return project;
}

const accept = (project: GitProject): Promise<unknown> =>
  project.proviso(["lock", "--accept", "Agreed.", "--who", "Ann"]);

test("what was accepted on the branch passes, in one step or in several, under a new name too", async () => {
  const project = await onBranch();
  expect((await project.proviso(check)).code).toBe(0);
  await project.edit("contracts/notes.yaml", open);
  await accept(project);
  expect((await project.proviso(check)).code).toBe(0);
  await project.edit("contracts/notes.yaml", (text) =>
    text.replace("    owner: writing", "    owner: writing\n    timeout: 60s"),
  );
  await accept(project);
  await project.edit("contracts/notes.yaml", (text) => text.replace("timeout: 60s", "timeout: 90s"));
  await accept(project);
  await project.edit("contracts/notes.yaml", (text) => text.replace("  create:", "  add_one:"));
  await project.proviso("lock");
  expect(await project.proviso(check)).toMatchObject({ code: 0, out: "proviso.lock is up to date: 2 tools" });
});

test("a lock that was deleted and written again accepts nothing", async () => {
  const project = await onBranch();
  await project.edit("contracts/notes.yaml", open);
  await project.remove("proviso.lock");
  await project.proviso("lock");
  expect((await project.proviso("lock --check")).code).toBe(0);
  const { code, err } = await project.proviso(check);
  expect(code).toBe(1);
  expect(err).toContain("`notes.create` no longer requires the permission `notes:write`");
  expect(err).toContain("1 change since proviso.lock of main: 1 loosened");
  expect(err).toContain('next: `git checkout main -- proviso.lock`, then `proviso lock --accept "reason"`');
  expect(JSON.parse((await project.proviso(`${check} --json`)).out)).toMatchObject({
    ok: false,
    loosened: [{ id: "permission-no-longer-required" }],
  });
});

test("an acceptance of something else, or one that main has already, does not count", async () => {
  const project = await onBranch();
  await project.edit("contracts/notes.yaml", open);
  await accept(project);
  const former = await project.read("proviso.lock");
  project.commit("Open");
  project.git("branch", "--force", "main", "work");
  await project.edit("contracts/notes.yaml", (text) =>
    text.replace("    owner: writing", "    owner: writing\n    timeout: 60s"),
  );
  await project.remove("proviso.lock");
  await project.proviso("lock");
  // An old history in today's block: only its checksum shows the change.
  expect(former).toContain("Agreed.");
  const { code, err } = await project.proviso(check);
  expect([code, err]).toEqual([1, expect.stringContaining("`notes.create` may take longer")]);
});

describe("a lock that lacks what it had in main", () => {
  test("is refused where a removed tool is gone from it: it could come back looser", async () => {
    const project = await createGitProject();
    const text = await project.read("contracts/notes.yaml");
    await project.proviso("lock");
    await project.remove("contracts/notes.yaml");
    await project.proviso("lock");
    project.commit("Remove");
    await project.remove("proviso.lock");
    await project.proviso("lock");
    const { code, err } = await project.proviso(check);
    expect([code, err]).toEqual([
      1,
      "proviso.lock lacks what it has in main: the block of notes.create\nnext: `git checkout main -- proviso.lock`, then `proviso lock`",
    ]);
    expect(JSON.parse((await project.proviso(`${check} --json`)).out)).toMatchObject({
      ok: false,
      lost: [{ tool: "notes.create", entry: null }],
    });
    // With the lock of main, it cannot.
    project.git("checkout", "main", "--", "proviso.lock");
    expect((await project.proviso(check)).code).toBe(0);
    await project.write("contracts/notes.yaml", open(text));
    expect((await project.proviso(check)).code).toBe(1);
  });

  test("is refused where an acceptance is gone from it", async () => {
    const project = await onBranch();
    await project.edit("contracts/notes.yaml", open);
    await accept(project);
    project.commit("Open");
    project.git("branch", "--force", "main", "work");
    await project.remove("proviso.lock");
    await project.proviso("lock");
    const { code, err } = await project.proviso(check);
    expect([code, err]).toEqual([
      1,
      expect.stringMatching(
        /^proviso\.lock lacks what it has in main: an acceptance of notes\.create, \d{4}-\d\d-\d\d, Ann, Agreed\.\n/,
      ),
    ]);
    project.git("checkout", "main", "--", "proviso.lock");
    await project.edit("contracts/notes.yaml", (text) => text.replace("  create:", "  add_one:"));
    await project.proviso("lock");
    expect((await project.proviso(check)).code).toBe(0);
  });

  test("is refused where a removed tool was made looser in it", async () => {
    const project = await onBranch();
    await project.edit("contracts/notes.yaml", open);
    await project.remove("proviso.lock");
    await project.proviso("lock");
    await project.remove("contracts/notes.yaml");
    await project.proviso("lock");
    const { code, err } = await project.proviso(check);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining("`notes.create` no longer requires the permission `notes:write`"),
    ]);
  });

  test("because main has more commits is told to merge it", async () => {
    const project = await onBranch();
    project.git("checkout", "--quiet", "main");
    await project.write("contracts/leaves.yaml", notes.replaceAll("notes", "leaves"));
    await project.proviso("lock");
    project.commit("Leaves");
    project.git("checkout", "--quiet", "work");
    const { code, err } = await project.proviso(check);
    expect([code, err]).toEqual([
      1,
      expect.stringContaining("next: `git merge main`, which has commits that are not here"),
    ]);
  });
});

test("an acceptance covers what it names, and nothing else of the same field", async () => {
  const project = await onBranch();
  const timed = (time: string) => (text: string) =>
    text.replace(/( {4}owner: writing)(\n {4}timeout: \w+)?/, `$1\n    timeout: ${time}`);
  await project.edit("contracts/notes.yaml", timed("60s"));
  await accept(project);
  const accepted = await project.read("proviso.lock");
  expect(accepted).toMatch(/"after":60000,"before":30000/);
  // The lock is made to fit, with the entry that is there.
  await project.edit("contracts/notes.yaml", timed("90s"));
  const { lock } = readLock({ path: "proviso.lock", text: accepted });
  if (!lock) throw new Error("the lock cannot be read");
  const former = lock.tools.get("notes.create");
  await project.remove("proviso.lock");
  await project.proviso("lock");
  const fresh = readLock({ path: "proviso.lock", text: await project.read("proviso.lock") }).lock;
  const tools = [...(fresh?.tools ?? [])].map(
    ([name, tool]) =>
      [name, name === "notes.create" ? { ...tool, history: former?.history ?? [] } : tool] as const,
  );
  await project.write("proviso.lock", printLock({ ...lock, tools: new Map(tools) }));
  expect((await project.proviso("lock --check")).code).toBe(0);
  const { code, err } = await project.proviso(check);
  expect([code, err]).toEqual([1, expect.stringContaining("`notes.create` may take longer")]);
});

test("a lock that is a link is refused, here and in main: what it leads to could change unnoticed", async () => {
  const project = await onBranch();
  await project.write("elsewhere.lock", await project.read("proviso.lock"));
  await project.remove("proviso.lock");
  await symlink("elsewhere.lock", join(project.root, "proviso.lock"));
  for (const words of [check, "lock", "lock --check", "diff --against lock"])
    expect({ words, ...(await project.proviso(words)) }).toMatchObject({
      words,
      code: 2,
      err: expect.stringContaining("proviso.lock is a symbolic link or a folder; put the file itself there"),
    });
  project.commit("Link");
  project.git("branch", "--force", "main", "work");
  await project.remove("proviso.lock");
  await project.proviso("lock");
  expect(await project.proviso(check)).toMatchObject({
    code: 2,
    err: expect.stringContaining("main:proviso.lock is a symbolic link"),
  });
});

test("a project inside the project is named, for its contracts are not compared", async () => {
  const project = await onBranch();
  await project.write("tools/inner/proviso.yaml", await project.read("proviso.yaml"));
  await project.write("tools/inner/contracts/notes.yaml", open(notes));
  expect(await project.proviso(check)).toMatchObject({
    code: 0,
    err: expect.stringContaining(
      "tools/inner/proviso.yaml is new since main: its contracts are not compared with any lock here",
    ),
  });
  // Where the command runs inside of it, main has no lock to compare with.
  await project.proviso("lock", "tools/inner");
  expect(await project.proviso(check, "tools/inner")).toMatchObject({
    code: 2,
    err: expect.stringContaining("there is no proviso.lock in main"),
  });
});

test("without a lock in that revision, it is no success: a loosening could hide behind a new lock", async () => {
  const project = await createGitProject();
  await project.proviso("lock");
  expect(await project.proviso(check)).toMatchObject({
    code: 2,
    err: expect.stringContaining("there is no proviso.lock in main; commit the first lock"),
  });
});

test.each([
  [["lock", "--against", "main"], "`--against` goes with `--check`"],
  [["lock", "--check", "--against", "nowhere"], "git knows no revision `nowhere`"],
  [
    ["lock", "--check", "--against", "origin/nope"],
    "git knows no revision `origin/nope` here; a branch that CI did not fetch is brought by `git fetch origin nope`",
  ],
  [["lock", "--check", "--against", "proviso.lock"], "the lock of this project is written `lock`"],
  [["lock", "--check", "--against", "./old"], "`--against` takes a git revision here"],
])("%j is wrong usage", async (words, message) => {
  const project = await createGitProject();
  const { code, err } = await project.proviso(words);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});
