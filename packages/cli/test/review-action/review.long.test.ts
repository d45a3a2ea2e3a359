import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, readFile, symlink } from "node:fs/promises";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { shopText } from "../../../replay/test/truth/contracts.ts";
import { createGitProject, type GitProject } from "../diff/git.ts";
import { type GitHub, startGitHub } from "./github.ts";

const fileAt = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));

interface Review {
  readonly code: number;
  readonly out: string;
}

/** Runs the Action's script as a runner does, for pull request 7 against the commit that `main` was at. */
async function review(
  project: GitProject,
  github: GitHub,
  more: Readonly<Record<string, string>> = {},
): Promise<Review> {
  const base = project.git("rev-parse", "main").trim();
  await project.write(
    ".git/event.json",
    JSON.stringify({ pull_request: { number: 7, base: { sha: base } } }),
  );
  const env = {
    PATH: process.env["PATH"] ?? "",
    GITHUB_API_URL: github.url,
    GITHUB_REPOSITORY: "acme/tools",
    GITHUB_EVENT_PATH: `${project.root}/.git/event.json`,
    GITHUB_STEP_SUMMARY: `${project.root}/.git/summary.md`,
    AGAINST: "",
    FAIL_ON: "breaking,loosened",
    FOLDER: project.root,
    COMMAND: `${process.execPath} ${fileAt("packages/cli/bin/proviso.js")}`,
    TOKEN: "secret-token",
    ...more,
  };
  const child = spawn(process.execPath, [fileAt("actions/review/review.mjs")], { cwd: project.root, env });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
  return { code: code as number, out: out + err };
}

/** A branch on which a tool needs no permission any more. */
async function opened(): Promise<GitProject> {
  const project = await createGitProject();
  project.git("switch", "--quiet", "--create", "feature");
  await project.edit("contracts/notes.yaml", (contract) => contract.replace("[notes:write]", "[]"));
  project.commit("Open notes");
  return project;
}

test("it comments, annotates the line and fails", async () => {
  const [project, github] = [await opened(), await startGitHub()];
  const { code, out } = await review(project, github);
  expect(code).toBe(1);
  expect(out).toMatch(/^::error .*file=contracts\/notes\.yaml,line=13/m);
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain("no longer requires the permission `notes:write`");
  expect(await project.read(".git/summary.md")).toContain("notes.create");
});

test("the next run edits its comment, and a person's comment stays", async () => {
  const [project, github] = [await opened(), await startGitHub()];
  const others = Array.from({ length: 120 }, (_, index) => ({
    id: 1000 + index,
    body: "Nice.",
    user: { login: "ann" },
  }));
  github.comments.push(...others, {
    id: 2000,
    body: "<!-- proviso: review of contracts -->\nmine",
    user: { login: "eve" },
  });
  await review(project, github);
  await project.edit("contracts/notes.yaml", (contract) =>
    contract.replace("Adds a note.", "Adds one note."),
  );
  await review(project, github);
  expect(github.comments).toHaveLength(122);
  expect(github.comments.find(({ id }) => id === 2000)?.body).toContain("mine");
  expect(github.comments.at(-1)?.body).toContain("Adds one note.");
  const { length } = github.writes;
  await review(project, github);
  expect(github.writes).toHaveLength(length);
});

test("where nothing changed there is no comment, and an earlier one says so", async () => {
  const [project, github] = [await createGitProject(), await startGitHub()];
  expect(await review(project, github)).toMatchObject({ code: 0 });
  expect(github.comments).toEqual([]);
  const other = await opened();
  await review(other, github);
  await other.edit("contracts/notes.yaml", (contract) =>
    contract.replace("permissions: []", "permissions: [notes:write]"),
  );
  expect(await review(other, github)).toMatchObject({ code: 0 });
  expect(github.comments.map(({ body }) => body.split("\n")[1])).toEqual([
    expect.stringContaining("### No contract changed"),
  ]);
});

test("a token that only reads leaves the text in the summary, and the verdict stays", async () => {
  const [project, github] = [await opened(), await startGitHub({ mayWrite: false })];
  const { code, out } = await review(project, github);
  expect({ code, out }).toEqual({
    code: 1,
    out: expect.stringContaining("::warning::the comment could not be written"),
  });
  expect(await project.read(".git/summary.md")).toContain("notes.create");
});

test("text of a pull request is neither a command nor markup", async () => {
  const [project, github] = [await createGitProject(), await startGitHub()];
  await project.edit("contracts/notes.yaml", (contract) =>
    contract.replace(
      "Adds a note.",
      "Adds @everyone <img src=x> $(touch hacked) \\`touch hacked\\` ::error::forged.",
    ),
  );
  const { out } = await review(project, github, { AGAINST: "main" });
  expect(out.split("\n").filter((line) => line.startsWith("::error::forged"))).toEqual([]);
  const outsideCode = github.comments[0]?.body.replaceAll(/^```json$[^]*?^```$/gm, "");
  expect(outsideCode).toContain("notes.create");
  expect(outsideCode).not.toMatch(/<img|(^|[^`])@everyone/);
  await expect(project.read("hacked")).rejects.toThrow("ENOENT");
  const bad = await review(project, github, { AGAINST: "--upload-pack=touch hacked" });
  expect(bad.code).toBe(2);
});

test("a guarantee that a call breaks is commented, annotated and fails, even if no contract changed", async () => {
  const [project, github] = [await createGitProject(), await startGitHub()];
  await project.write("guarantees.yaml", "proviso: 1\nguarantees:\n  - no tool that creates runs unasked\n");
  const { code, out } = await review(project, github);
  expect(code).toBe(1);
  expect(out).toMatch(/^::error .*file=guarantees\.yaml,line=3/m);
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain("### Guarantees: 0 proved, 1 counterexample");
  await project.write("guarantees.yaml", "proviso: 1\nguarantees:\n  - no tool that pays runs unasked\n");
  expect(await review(project, github)).toMatchObject({ code: 0 });
  expect(github.comments[0]?.body).toContain("### Guarantees: 1 proved, 0 counterexamples");
});

test("a verdict that a change of the contracts made another one is shown with the earlier one", async () => {
  const [project, github] = [await opened(), await startGitHub()];
  await project.write(
    "guarantees.yaml",
    "proviso: 1\nguarantees:\n  - without permissions, no call changes anything\n",
  );
  expect(await review(project, github)).toMatchObject({ code: 1 });
  expect(github.comments[0]?.body).toContain(
    "| proved → **counterexample** | without permissions, no call changes anything |",
  );
});

test("the comment says how the change would have judged a stored trail, and no pull request chooses that trail", async () => {
  const trail = await readFile(fileAt("packages/replay/test/golden/0.1.0.jsonl"), "utf8");
  const shop = { "contracts/shop.yaml": shopText(), "trails/may.jsonl": trail };
  const [project, github] = [await createGitProject(shop), await startGitHub()];
  await mkdir(`${project.root}/node_modules/@proviso`, { recursive: true });
  await symlink(fileAt("packages/replay"), `${project.root}/node_modules/@proviso/replay`);
  await project.edit("contracts/shop.yaml", (contract) =>
    contract.replace("limit: 6, per: hour", "limit: 1, per: hour"),
  );
  await project.write("trails/may.jsonl", "");
  const { code, out } = await review(project, github, { TRAIL: "trails/may.jsonl", FAIL_ON: "breaking" });
  expect({ code, out }).toEqual({ code: 0, out: expect.any(String) });
  const { body = "" } = github.comments[0] ?? {};
  expect(body).toContain("### Recorded calls: 1 of 30 would be decided otherwise");
  expect(body).toContain("| now-refused `rate_limit_exceeded` | `shop.note` | ran | 1 |");
  expect(body).not.toMatch(/"(?:id|text)"|very urgent/);
  expect(project.git("worktree", "list").trim().split("\n")).toHaveLength(1);
  const missing = await review(project, github, { TRAIL: "trails/june.jsonl", FAIL_ON: "breaking" });
  expect(missing).toMatchObject({ code: 2, out: expect.stringContaining("there is no file") });
});

test("contracts of the base that cannot be read where it is checked out are left out", async () => {
  const trail = await readFile(fileAt("packages/replay/test/golden/0.1.0.jsonl"), "utf8");
  const used = shopText().replace("permissions:", 'use: "@acme/words/words.yaml"\npermissions:');
  const shop = { "contracts/shop.yaml": used, "trails/may.jsonl": trail };
  const [project, github] = [await createGitProject(shop), await startGitHub()];
  await mkdir(`${project.root}/node_modules/@proviso`, { recursive: true });
  await symlink(fileAt("packages/replay"), `${project.root}/node_modules/@proviso/replay`);
  await project.write(
    "node_modules/@acme/words/words.yaml",
    "proviso: 1\ndomain: words\ndescription: Words.\n",
  );
  await project.edit("contracts/shop.yaml", (contract) =>
    contract.replace("limit: 6, per: hour", "limit: 1, per: hour"),
  );
  const { code, out } = await review(project, github, { TRAIL: "trails/may.jsonl", FAIL_ON: "breaking" });
  expect({ code, out }).toEqual({ code: 0, out: expect.any(String) });
  expect(github.comments[0]?.body).toContain("### Recorded calls: 1 of 30 would be decided otherwise");
});

test("contracts with errors fail without a comment", async () => {
  const [project, github] = [await createGitProject(), await startGitHub()];
  await project.edit("contracts/notes.yaml", (contract) =>
    contract.replace("riskLevel: low", "riskLevel: lowest"),
  );
  const { code, out } = await review(project, github);
  expect(code).toBe(1);
  expect(out).toContain("lowest");
  expect(github.comments).toEqual([]);
});

test("the Proviso of the pull request is started without the job's credentials", async () => {
  const [project, github] = [await opened(), await startGitHub()];
  const program = `${project.root}/.git/stub.mjs`;
  await project.write(
    ".git/stub.mjs",
    'import { writeFileSync } from "node:fs"; writeFileSync(".git/env.json", JSON.stringify(process.env)); console.log("### No contract changed");',
  );
  const credentials = {
    GITHUB_TOKEN: "of-the-job",
    GITHUB_ENV: "/tmp/next-step",
    ACTIONS_RUNTIME_TOKEN: "of-the-runner",
    ACTIONS_ID_TOKEN_REQUEST_URL: "https://id.example",
    ACTIONS_ID_TOKEN_REQUEST_TOKEN: "of-the-identity",
    NODE_AUTH_TOKEN: "of-the-registry",
    DEPLOY_PASSWORD: "of-the-host",
  };
  await review(project, github, { COMMAND: `${process.execPath} ${program}`, LANG: "C", ...credentials });
  const given = JSON.parse(await project.read(".git/env.json")) as Record<string, string>;
  expect(given).toMatchObject({ LANG: "C" });
  expect(Object.keys(given).filter((name) => /^(?:GITHUB|ACTIONS)_|TOKEN|PASSWORD/.test(name))).toEqual([]);
});

test("inputs reach the script only as variables", async () => {
  const action = await readFile(fileAt("actions/review/action.yml"), "utf8");
  const commands = action.split("\n").filter((line) => /^\s*(- )?run:/.test(line));
  expect(commands).toEqual(['      run: node "$GITHUB_ACTION_PATH/review.mjs"']);
});
