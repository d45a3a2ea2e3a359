import { expect, test } from "vitest";
import { changesIn } from "./changes.ts";
import { createGitProject, type GitProject } from "./git.ts";

const diff = "diff --against main --fail-on loosened";

/** A project with one loosening, and the fingerprint of it. */
async function loosened(): Promise<{ readonly project: GitProject; readonly fingerprint: string }> {
  const project = await createGitProject();
  await project.edit("contracts/notes.yaml", (text) => text.replace("[notes:write]", "[]"));
  const [change] = changesIn(await project.proviso(`${diff} --format json`));
  return { project, fingerprint: String(change?.["fingerprint"]) };
}

function waiver(fingerprint: string, expires = "2999-12-31", id = "permission-no-longer-required"): string {
  return `waivers:\n  - { id: ${id}, fingerprint: "${fingerprint}", reason: Agreed., expires: ${expires} }\n`;
}

async function waive(project: GitProject, text: string): Promise<void> {
  await project.edit("proviso.yaml", (config) => config + text);
}

test("a waiver accepts one change, which stays in the report", async () => {
  const { project, fingerprint } = await loosened();
  expect((await project.proviso(diff)).code).toBe(1);
  await waive(project, waiver(fingerprint));
  const text = await project.proviso(diff);
  expect([text.code, text.err]).toEqual([0, "next: `proviso lock`"]);
  expect(text.out).toContain("waived until 2999-12-31 by a new waiver: Agreed.");
  expect(text.out).toMatch(/\n1 change since main: 1 waived by a new waiver$/);
  expect(changesIn(await project.proviso(`${diff} --format json`))).toMatchObject([
    { safety: "loosened", waived: { reason: "Agreed.", expires: "2999-12-31", isNew: true } },
  ]);
  expect((await project.proviso(`${diff} --format github`)).out).toMatch(
    /^::warning .*waived until 2999-12-31 by a new waiver: Agreed\.$/,
  );
  expect((await project.proviso(`${diff} --format markdown`)).out).toContain(
    "~~**loosened**~~ waived until 2999-12-31 by a new waiver",
  );
  // Another change needs its own.
  await project.edit("contracts/tags.yaml", (contract) => contract.replace("[tags:write]", "[]"));
  expect((await project.proviso(diff)).code).toBe(1);
});

test("a waiver that the earlier state has is not new, and what it waives is counted apart", async () => {
  const { project, fingerprint } = await loosened();
  await project.edit("contracts/notes.yaml", (text) =>
    text.replace("permissions: []", "permissions: [notes:write]"),
  );
  await waive(project, waiver(fingerprint));
  project.commit("Waive");
  await project.edit("contracts/notes.yaml", (text) =>
    text.replace("[notes:write]", "[]").replace("Create a note", "Add a note"),
  );
  expect((await project.proviso(diff)).out).toMatch(
    /waived until 2999-12-31: Agreed\.[^]*\n2 changes since main: 1 read by models, 1 read by people who approve a call; 1 waived$/,
  );
  expect((await project.proviso(`${diff} --format github`)).out).toMatch(
    /^::notice .*waived until 2999-12-31: Agreed\.$/m,
  );
  expect((await project.proviso(`${diff} --format markdown`)).out).toMatch(
    /^### 2 changes of contracts since `main`: 1 read by models, 1 read by people who approve a call; 1 waived\n/,
  );
  // Until another day is another decision.
  await project.edit("proviso.yaml", (text) => text.replace("2999-12-31", "2999-12-30"));
  expect((await project.proviso(diff)).out).toContain("waived until 2999-12-30 by a new waiver");
});

test.each<readonly [string, (fingerprint: string) => string, RegExp]>([
  [
    "of another fingerprint",
    () => waiver("0123456789abcdef"),
    /error\[waiver\/stale\]: no change has the id `permission-no-longer-required` and the fingerprint `0123456789abcdef`/,
  ],
  [
    "of another kind",
    (fingerprint) => waiver(fingerprint, "2999-12-31", "timeout-loosened"),
    /error\[waiver\/stale\]/,
  ],
  [
    "that expired",
    (fingerprint) => waiver(fingerprint, "2020-01-31"),
    /error\[waiver\/expired\]: the waiver of `permission-no-longer-required` expired on 2020-01-31/,
  ],
  [
    "that is there twice",
    (fingerprint) => waiver(fingerprint) + waiver(fingerprint).split("\n")[1],
    /error\[waiver\/stale\]/,
  ],
])("a waiver %s is an error at its place", async (_, text, message) => {
  const { project, fingerprint } = await loosened();
  await waive(project, text(fingerprint));
  const { code, err } = await project.proviso("diff --against main");
  expect(code).toBe(1);
  expect(err).toMatch(message);
  expect(err).toMatch(/--> proviso\.yaml:(8|9):5/);
  const github = await project.proviso("diff --against main --format github");
  expect(github.err).toBe("");
  expect(github.out).toMatch(/^::error file=proviso\.yaml,line=(8|9),.*title=waiver\/(stale|expired)::/m);
});

test("a change that is edited again has another fingerprint, and its waiver is stale", async () => {
  const { project, fingerprint } = await loosened();
  await waive(project, waiver(fingerprint));
  await project.edit("contracts/notes.yaml", (text) => text.replace("  create:", "  add_one:"));
  const { code, err } = await project.proviso(diff);
  expect([code, err]).toEqual([1, expect.stringContaining("error[waiver/stale]")]);
});
