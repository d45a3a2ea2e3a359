import { expect, test } from "vitest";
import { projectReachOf } from "../../src/prove/proof-page.ts";
import { createGitProject, type GitProject } from "../diff/git.ts";

/** What a site says of the signature under `notes.create`. */
const signatureIn = async ({ root }: GitProject) => (await projectReachOf(root)).signed["notes.create"];

async function signed(): Promise<GitProject> {
  const project = await createGitProject();
  await project.proviso("lock");
  await project.proviso(["lock", "--sign-off", "notes.create", "--who", "Ann"]);
  return project;
}

async function change(project: GitProject): Promise<void> {
  await project.edit("contracts/notes.yaml", (text) =>
    text
      .replace("title: Create a note", "title: Note down")
      .replace("permissions: [notes:write]", "permissions: []"),
  );
  await project.proviso(["lock", "--accept", "Open to all.", "--who", "Ben"]);
}

test("a signature under the contract of today has no changes", async () => {
  const project = await signed();
  project.commit("Sign");
  expect(await signatureIn(project)).toMatchObject({ who: "Ann" });
  expect((await signatureIn(project))?.changes).toBeUndefined();
});

test("each change since the signature is said with its verdicts, those of texts too", async () => {
  const project = await signed();
  project.commit("Sign");
  await change(project);
  project.commit("Open");
  expect((await signatureIn(project))?.changes).toMatchObject([
    {
      message: "`notes.create` no longer requires the permission `notes:write`",
      before: "notes:write",
      verdicts: ["loosened"],
    },
    {
      message: "`notes.create` has another `title`: `Note down`",
      before: "Create a note",
      after: "Note down",
      verdicts: ["read by models", "read by people who approve a call"],
    },
  ]);
});

test("without the commit of the signature nothing is said of the changes", async () => {
  const project = await signed();
  await change(project);
  expect(await signatureIn(project)).toMatchObject({ who: "Ann" });
  expect((await signatureIn(project))?.changes).toBeUndefined();
});
