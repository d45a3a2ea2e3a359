import { expect, test } from "vitest";
import { changesIn } from "./changes.ts";
import { createGitProject, type GitProject } from "./git.ts";

/** A project in which both tools and a permission have changed since `main`. */
async function changedProject(): Promise<GitProject> {
  const project = await createGitProject();
  await project.edit("contracts/notes.yaml", (text) =>
    text.replace("permissions: [notes:write]", "permissions: []").replace("Adds a note.", "Adds one note."),
  );
  return project;
}

test("of one tool, only its changes are shown and fail the run", async () => {
  const project = await changedProject();
  const all = changesIn(await project.proviso("diff --against main --format json"));
  const tools = [...new Set(all.map(({ tool }) => tool))];
  expect(tools).toContain("notes.create");
  const of = changesIn(await project.proviso("diff --against main --format json --tool notes.create"));
  expect(of).toEqual(all.filter(({ tool }) => tool === "notes.create"));
  expect(of.length).toBeGreaterThan(0);
  const other = ["diff", "--against", "main", "--tool", "tags.create", "--fail-on", "loosened"];
  expect(await project.proviso(other)).toMatchObject({
    code: 0,
    out: "no changes of tags.create since main",
  });
});

test("a removed tool has its earlier name, and a name that neither side has is wrong usage", async () => {
  const project = await createGitProject();
  await project.edit("contracts/notes.yaml", (text) => text.replace("  create:", "  put:"));
  const { code, err } = await project.proviso("diff --against main --tool notes.creat");
  expect([code, err]).toEqual([2, expect.stringContaining("neither here nor there: did you mean `notes.")]);
});

test("an error here is not buried under advice that `check` does not give either", async () => {
  const project = await createGitProject();
  await project.edit("contracts/notes.yaml", (text) =>
    text.replace("creates: A note.", "deletes: A note.").replace("    owner: writing\n", ""),
  );
  const advice = (await project.proviso("check --advice")).err;
  expect(advice).toContain("info[lint/");
  const [checked, compared] = [await project.proviso("check"), await project.proviso("diff --against main")];
  const kinds = (text: string): readonly string[] => text.match(/^(?:error|warning|info)\[[^\]]+\]/gm) ?? [];
  expect(kinds(compared.err)).toEqual(kinds(checked.err));
  expect(kinds(compared.err)).toContainEqual(expect.stringMatching(/^error/));
});
