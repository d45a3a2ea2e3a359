import { expect, test } from "vitest";
import { createGitProject, type GitProject } from "../diff/git.ts";

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
  // The history as it was, in the block of today: only its checksum says that it was put there.
  expect(former).toContain("Agreed.");
  const { code, err } = await project.proviso(check);
  expect([code, err]).toEqual([1, expect.stringContaining("`notes.create` may take longer")]);
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
  [["lock", "--check", "--against", "./old"], "`--against` takes a git revision here"],
])("%j is wrong usage", async (words, message) => {
  const project = await createGitProject();
  const { code, err } = await project.proviso(words);
  expect([code, err]).toEqual([2, expect.stringContaining(message)]);
});
