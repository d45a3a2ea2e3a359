// Comments on a pull request what `proviso diff`, `prove` and `replay` say, annotates the lines, and fails where one does. Node alone, no packages.
import { spawnSync } from "node:child_process";
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import process from "node:process";

const { AGAINST, COMMAND, CONTRACTS = ".", FAIL_ON, FOLDER, TOKEN, TRAIL } = process.env;
const { GITHUB_API_URL, GITHUB_EVENT_PATH, GITHUB_REPOSITORY, GITHUB_STEP_SUMMARY } = process.env;

/** The first line of our comment, by which the next run finds it. It is invisible. */
const marker = "<!-- proviso: review of contracts -->";
const nothing = "### No contract changed";

const { pull_request: pull } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, "utf8"));
const against = AGAINST || pull?.base?.sha;
if (!against) {
  console.error("::error::this is no pull request: say what to compare with by the input `against`");
  process.exit(2);
}

/** Runs `proviso`. */
function proviso(...words) {
  const [program, ...first] = COMMAND.split(" ").filter((word) => word !== "");
  return start(program, [...first, ...words]);
}

/** The pull request chooses the Proviso that is started, so it gets none of the job's credentials. */
const env = Object.fromEntries(
  Object.entries(process.env).filter(
    ([name]) => !/^(?:ACTIONS|GITHUB|INPUT)_|AUTH|KEY|PASSWORD|SECRET|TOKEN/i.test(name),
  ),
);

/** Runs a program in the folder of the project; its words are a list, so no shell reads them. */
function start(program, words) {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    cwd: FOLDER,
    env,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  if (error) throw error;
  return { status, stdout, stderr };
}

async function github(method, path, body) {
  const response = await fetch(`${GITHUB_API_URL}${path}`, {
    method,
    signal: AbortSignal.timeout(30_000),
    headers: {
      accept: "application/vnd.github+json",
      authorization: `Bearer ${TOKEN}`,
      "x-github-api-version": "2022-11-28",
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok)
    throw Object.assign(new Error(`GitHub says ${response.status}`), { status: response.status });
  return await response.json();
}

/** The comments of earlier runs. A page holds 100; a person may have copied the marker, so there may be several. */
async function earlierComments(issue) {
  const found = [];
  for (let page = 1; page <= 30; page++) {
    const comments = await github("GET", `${issue}/comments?per_page=100&page=${page}`);
    found.push(...comments.filter(({ body }) => body?.startsWith(marker)));
    if (comments.length < 100) break;
  }
  return found;
}

async function comment(text) {
  const issue = `/repos/${GITHUB_REPOSITORY}/issues/${pull.number}`;
  const body = `${marker}\n${text}`;
  const earlier = await earlierComments(issue);
  if (earlier.some(({ body: before }) => before.replaceAll("\r\n", "\n") === body)) return;
  for (const { id } of earlier) {
    try {
      await github("PATCH", `/repos/${GITHUB_REPOSITORY}/issues/comments/${id}`, { body });
      return;
    } catch (error) {
      // Somebody else's comment, which begins like ours.
      if (error.status !== 403) throw error;
    }
  }
  // Where nothing changed and nothing is broken, a first comment would only disturb.
  if (!text.startsWith(nothing) || proof.status !== 0) await github("POST", `${issue}/comments`, { body });
}

/** Runs no hook of the repository. */
const git = (...words) => start("git", ["-c", "core.hooksPath=/dev/null", ...words]);

/** How the contracts would have judged the calls of a trail. */
function replay() {
  const before = mkdtempSync(join(tmpdir(), "proviso-base-"));
  try {
    const base = git("rev-parse", "--verify", "--end-of-options", `${against}^{commit}`).stdout.trim();
    const added = base && git("worktree", "add", "--detach", "--force", before, base);
    const hasBase = added && added.status === 0;
    const there = join(before, git("rev-parse", "--show-prefix").stdout.trim());
    // The trail of the base, so that no pull request chooses the calls by which it is judged.
    const known = hasBase && existsSync(join(there, TRAIL)) ? join(there, TRAIL) : TRAIL;
    const isWhole = existsSync(`${resolve(FOLDER, known)}.head.json`);
    const was = hasBase && existsSync(join(there, CONTRACTS)) ? ["--was", join(there, CONTRACTS)] : [];
    const words = ["--trail", known, "--contracts", CONTRACTS, "--format", "markdown"];
    if (!isWhole) words.push("--unverified");
    const judged = proviso("replay", ...words, ...was);
    // Packages that contracts of the base use are not installed beside them.
    return judged.status === 2 && was.length > 0 ? proviso("replay", ...words) : judged;
  } finally {
    git("worktree", "remove", "--force", before);
    rmSync(before, { recursive: true, force: true });
  }
}

const diff = (...words) => proviso("diff", "--against", against, ...words);
const markdown = diff("--format", "markdown");
if (markdown.stdout === "") {
  process.stderr.write(markdown.stderr);
  process.exit(markdown.status || 1);
}
const verdict = diff("--format", "github", "--fail-on", FAIL_ON);
process.stdout.write(verdict.stdout);
process.stderr.write(verdict.stderr);
/** What is proved of the guarantees, if the project has any, and which verdicts the change makes other ones. */
const hasGuarantees = existsSync(join(FOLDER, "guarantees.yaml"));
const proof = hasGuarantees
  ? proviso("prove", "--against", against, "--format", "markdown")
  : { status: 0, stdout: "", stderr: "" };
process.stderr.write(proof.stderr);
if (hasGuarantees) process.stdout.write(proviso("prove", "--format", "github").stdout);
const judged =
  TRAIL && !markdown.stdout.startsWith(nothing) ? replay() : { status: 0, stdout: "", stderr: "" };
process.stderr.write(judged.stderr);
const text = [markdown, proof, judged]
  .map(({ stdout }) => stdout.trim())
  .filter(Boolean)
  .join("\n\n");
if (GITHUB_STEP_SUMMARY) appendFileSync(GITHUB_STEP_SUMMARY, `${text}\n`);
if (pull)
  await comment(text).catch((error) => {
    // The token of a fork's pull request only reads. The summary of the job has the text.
    console.log(
      `::warning::the comment could not be written (${error.message}); the summary of the job holds it`,
    );
  });
process.exitCode = (verdict.status ?? 1) || (proof.status ?? 1) || (judged.status ?? 1);
