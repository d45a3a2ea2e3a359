import { expect, test } from "vitest";
import { createGitProject, type GitProject } from "../diff/git.ts";
import { notes } from "../project.ts";

const domains = ["a", "b", "c", "d"];

async function fourTools(): Promise<GitProject> {
  const files = domains.map((name) => [`contracts/${name}.yaml`, notes.replaceAll("notes", name)] as const);
  const project = await createGitProject(Object.fromEntries(files));
  await project.proviso("lock");
  project.commit("Lock");
  return project;
}

/** Does this on a branch of its own. */
async function onBranch(project: GitProject, name: string, edit: () => Promise<unknown>): Promise<void> {
  project.git("checkout", "--quiet", "-b", name, "main");
  await edit();
  project.commit(name);
}

const accept = (project: GitProject, who: string): Promise<unknown> =>
  project.proviso(["lock", "--accept", `${who} says so.`, "--who", who]);

test("branches that change, loosen, add and remove different tools merge without a conflict", async () => {
  const project = await fourTools();
  await onBranch(project, "loosen-a", async () => {
    await project.edit("contracts/a.yaml", (text) => text.replace("[a:write]", "[]"));
    await accept(project, "Ann");
  });
  await onBranch(project, "loosen-b", async () => {
    await project.edit("contracts/b.yaml", (text) => text.replace("[b:write]", "[]"));
    await accept(project, "Ben");
  });
  await onBranch(project, "retitle-c", async () => {
    await project.edit("contracts/c.yaml", (text) => text.replace("Create a note", "Add a note"));
    await project.proviso("lock");
  });
  await onBranch(project, "add-b2", async () => {
    await project.write("contracts/b2.yaml", notes.replaceAll("notes", "b2").replaceAll("note", "leaf"));
    await project.proviso("lock");
  });
  await onBranch(project, "remove-d", async () => {
    await project.remove("contracts/d.yaml");
    await project.proviso("lock");
  });
  project.git("checkout", "--quiet", "main");
  for (const branch of ["loosen-a", "loosen-b", "retitle-c", "add-b2", "remove-d"])
    project.git("merge", "--quiet", "--no-edit", branch);
  expect(await project.proviso("lock --check")).toEqual({
    code: 0,
    out: "proviso.lock is up to date: 6 tools",
    err: "next: `proviso generate`",
  });
  const text = await project.read("proviso.lock");
  expect(text).toContain("Ann says so.");
  expect(text).toContain("Ben says so.");
});

test("branches that change the same clause conflict, which is said, and solved by one side and another run", async () => {
  const project = await fourTools();
  for (const title of ["Add a note", "Write a note"])
    await onBranch(project, title.slice(0, 3), async () => {
      await project.edit("contracts/a.yaml", (text) => text.replace("Create a note", title));
      await project.proviso("lock");
    });
  expect(() => project.git("merge", "--quiet", "--no-edit", "Add")).toThrow("Command failed: git");
  await project.edit("contracts/a.yaml", () =>
    notes.replaceAll("notes", "a").replace("Create a note", "Write a note"),
  );
  const conflict = await project.proviso("lock");
  expect([conflict.code, conflict.err]).toEqual([1, expect.stringContaining("error[lock/conflict]")]);
  project.git("checkout", "--theirs", "proviso.lock");
  expect((await project.proviso("lock")).code).toBe(0);
  expect((await project.proviso("lock --check")).code).toBe(0);
});
