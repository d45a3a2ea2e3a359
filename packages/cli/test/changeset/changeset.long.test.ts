import { spawnSync } from "node:child_process";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { changeRules, bumpOf } from "@proviso/changes";
import { expect, test } from "vitest";
import { createGitProject, type GitProject } from "../diff/git.ts";
import { config } from "../project.ts";

const changesets = fileURLToPath(new URL("../../../../node_modules/@changesets/cli/bin.js", import.meta.url));
const workspace = { name: "acme", private: true, version: "0.0.0", packageManager: "pnpm@12.0.0" };
const changesetConfig = {
  changelog: false,
  commit: false,
  access: "restricted",
  baseBranch: "main",
  privatePackages: { version: true, tag: true },
};

/** A repository with generated packages, which released version 1.4.0 of all three. */
async function released(): Promise<GitProject> {
  const project = await createGitProject({
    "proviso.yaml": config.replace("handlers: src/handlers\n", ""),
    "package.json": JSON.stringify(workspace),
    "pnpm-workspace.yaml": "packages: [out/*]\n",
    "pnpm-lock.yaml": "lockfileVersion: '9.0'\n",
    ".changeset/config.json": JSON.stringify(changesetConfig),
    ".gitignore": "node_modules\n",
  });
  expect(await project.proviso("generate")).toMatchObject({ code: 0 });
  for (const name of ["server", "client", "schemas"])
    await project.edit(`out/${name}/package.json`, (text) =>
      text.replace(/"version": "[^"]+"/, '"version": "1.4.0"'),
    );
  project.commit("Release");
  project.git("tag", "@acme/schemas@1.4.0");
  return project;
}

const edit = (project: GitProject, from: string, to: string): Promise<void> =>
  project.edit("contracts/notes.yaml", (text) => text.replaceAll(from, to));

const versionIn = async (project: GitProject, name: string): Promise<unknown> =>
  (JSON.parse(await project.read(`out/${name}/package.json`)) as { readonly version: unknown }).version;

test.each([
  ["breaking", "{ text: ", "{ body: ", "major", "2.0.0"],
  ["less strict", "permissions: [notes:write]", "permissions: []", "major", "2.0.0"],
  [
    "an addition",
    "inputSchema: { text: string }",
    "inputSchema: { text: string, title?: string }",
    "minor",
    "1.5.0",
  ],
  ["words", "Adds a note.", "Adds one note.", "patch", "1.4.1"],
])("%s: the changeset that changesets itself applies", async (_kind, from, to, bump, version) => {
  const project = await released();
  await edit(project, from, to);
  const written = await project.proviso("changeset");
  expect(written).toMatchObject({ code: 0, out: "" });
  expect(written.err).toContain(
    `wrote .changeset/contracts.md: ${bump} for @acme/server, @acme/client, @acme/schemas`,
  );
  expect(await project.proviso("changeset --check")).toMatchObject({ code: 0 });
  const { status, stderr } = spawnSync(process.execPath, [changesets, "version"], {
    cwd: project.root,
    encoding: "utf8",
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(await versionIn(project, "server")).toBe(version);
  expect(await versionIn(project, "schemas")).toBe(version);
});

test("a changeset that is lower than the contracts need fails the check, and names the packages", async () => {
  const project = await released();
  await edit(project, "permissions: [notes:write]", "permissions: []");
  await project.write(
    ".changeset/small.md",
    '---\n"@acme/server": patch\n"@acme/client": major\n---\n\nSmall.\n',
  );
  const { code, err } = await project.proviso("changeset --check");
  expect(code).toBe(1);
  expect(err).toContain("@acme/server needs a major version");
  expect(err).toContain("@acme/schemas needs a major version");
  expect(err).not.toContain("@acme/client needs");
});

test("without a change nothing is needed and nothing is written", async () => {
  const project = await released();
  expect(await project.proviso("changeset")).toMatchObject({
    code: 0,
    err: expect.stringContaining("no changeset is needed"),
  });
  expect(await project.proviso("changeset --check")).toMatchObject({ code: 0 });
  await expect(project.read(".changeset/contracts.md")).rejects.toThrow("ENOENT");
});

test("what somebody wrote better is kept, unless it gives a lower version than is needed", async () => {
  const project = await released();
  await edit(project, "Adds a note.", "Adds one note.");
  await project.proviso("changeset");
  await project.edit(".changeset/contracts.md", (text) => `${text}\nIn better words.\n`);
  expect(await project.proviso("changeset")).toMatchObject({ code: 0 });
  expect(await project.read(".changeset/contracts.md")).toContain("In better words.");
  await edit(project, "permissions: [notes:write]", "permissions: []");
  const refused = await project.proviso("changeset");
  expect(refused).toMatchObject({ code: 2, err: expect.stringContaining("remove the file") });
  await rm(join(project.root, ".changeset/contracts.md"));
  expect(await project.proviso("changeset")).toMatchObject({ code: 0 });
  expect(await project.read(".changeset/contracts.md")).toContain("Makes less strict `notes.create`.");
});

test("contract text stays text in the changelog", async () => {
  const project = await released();
  await edit(project, "owner: writing", "owner: '@everyone see http://evil.example <b>#1</b>'");
  const { out } = await project.proviso("changeset --dry-run");
  expect(out).not.toMatch(/(^|[^`])@everyone|<b>/);
});

test("--json says what other release tools need", async () => {
  const project = await released();
  await edit(project, "Adds a note.", "Adds one note.");
  const { code, out } = await project.proviso("changeset --json");
  expect(code).toBe(0);
  expect(JSON.parse(out)).toEqual({
    against: "refs/tags/@acme/schemas@1.4.0",
    packages: ["@acme/server", "@acme/client", "@acme/schemas"],
    bump: "patch",
    summary: "Revises `notes.create`.\n\nTexts and examples of `notes.create` were revised.",
  });
});

test("a changeset that cannot be read is an error, for it could hold the version that is needed", async () => {
  const project = await released();
  await edit(project, "Adds a note.", "Adds one note.");
  await project.write(".changeset/odd.md", "---\n? [a]\n---\n\nOdd.\n");
  expect(await project.proviso("changeset --check")).toMatchObject({
    code: 2,
    err: expect.stringContaining("odd.md"),
  });
});

test("where no tag says what was released, it says so and fails, whatever a lock holds", async () => {
  const project = await released();
  project.git("tag", "--delete", "@acme/schemas@1.4.0");
  await edit(project, "{ text: ", "{ body: ");
  await project.proviso("lock");
  for (const command of ["changeset", "changeset --check"])
    expect(await project.proviso(command)).toMatchObject({
      code: 2,
      err: expect.stringContaining("git has no tag of a release here"),
    });
  const { code, err } = await project.proviso("changeset --check --against HEAD");
  expect([code, err]).toEqual([1, expect.stringContaining("@acme/server needs a major version")]);
});

test("what was accepted in the lock since the release still needs its version", async () => {
  const project = await released();
  await project.proviso("lock");
  await edit(project, "{ text: ", "{ body: ");
  await edit(project, "permissions: [notes:write]", "permissions: []");
  await project.proviso(["lock", "--accept", "Agreed.", "--who", "Ann"]);
  project.commit("Lock");
  expect((await project.proviso("diff --against lock")).out).toBe("no changes since lock");
  const { code, err } = await project.proviso("changeset --check");
  expect([code, err]).toEqual([1, expect.stringContaining("@acme/server needs a major version")]);
  const { out } = await project.proviso("changeset --dry-run");
  expect(out).toContain("Makes less strict `notes.create`");
  expect(out).toContain("Callers have to change");
});

test("a tag on this commit has to be the one of the version that is here", async () => {
  const project = await released();
  expect((await project.proviso("changeset --check")).err).toContain(
    "@acme/schemas@1.4.0 is on this commit: only what is not committed counts as not released",
  );
  await edit(project, "permissions: [notes:write]", "permissions: []");
  project.commit("Open");
  expect((await project.proviso("changeset --check")).code).toBe(1);
  project.git("tag", "@acme/server@9.0.0");
  expect(await project.proviso("changeset --check")).toMatchObject({
    code: 2,
    err: expect.stringContaining(
      "the tag @acme/server@9.0.0 is on this commit, where @acme/server has the version 1.4.0: it is no release of what is here",
    ),
  });
});

test("the name of a package is no pattern for tags", async () => {
  const project = await released();
  for (const name of ["server", "client", "schemas"])
    await project.edit(`out/${name}/package.json`, (text) => text.replace(`@acme/${name}`, `@acme/*${name}`));
  await edit(project, "permissions: [notes:write]", "permissions: []");
  expect(await project.proviso("changeset --check")).toMatchObject({
    code: 2,
    err: expect.stringContaining("git has no tag of a release here"),
  });
  project.git("tag", "v1.4.0");
  expect((await project.proviso("changeset --check")).code).toBe(1);
});

test("no kind of change that breaks or loosens is less than major", () => {
  const kinds = changeRules.flatMap(({ kinds: found }) => Object.entries(found));
  const low = kinds.filter(
    ([id, { callers, safety }]) =>
      (callers === "breaking" || safety === "loosened") !== (bumpOf({ id, callers, safety }) === "major"),
  );
  expect(low).toEqual([]);
  const minor = kinds.filter(([id, kind]) => bumpOf({ id, ...kind }) === "minor").map(([id]) => id);
  expect(minor).toEqual(
    expect.arrayContaining(["tool-added", "input-property-added", "permission-declared"]),
  );
});

test("with `--json` a mistake in a contract is told on standard output", async () => {
  const project = await released();
  await edit(project, "[notes:write]", "[notes:wrote]");
  const { code, out } = await project.proviso("changeset --json");
  expect(code).toBe(1);
  expect(JSON.parse(out)).toMatchObject({ ok: false, diagnostics: [{ severity: "error" }] });
});
