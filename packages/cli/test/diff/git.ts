import { execFileSync, spawnSync } from "node:child_process";
import { TestRunner } from "vitest";
import { createProject, type TestProject } from "../project.ts";

export interface GitProject extends TestProject {
  git(...words: readonly string[]): string;
  /** Commits everything there is. */
  commit(message: string): void;
}

const hasGit = spawnSync("git", ["--version"]).status === 0;
const advice = "needs git: install git, for example with `apt-get install git`";

/** Ends a test as skipped on a machine without Git, and as failed in CI. */
export function needGit(): void {
  if (hasGit) return;
  if (process.env["CI"]) throw new Error(advice);
  TestRunner.getCurrentTest()?.context.skip(advice);
}

/**
 * A project in a Git repository of its own, whose first commit holds it. Without Git the test is skipped, and fails in CI.
 */
export async function createGitProject(files: Readonly<Record<string, string>> = {}): Promise<GitProject> {
  needGit();
  const project = await createProject(files);
  const settings = ["user.name=Ann Example", "user.email=ann@example.com", "maintenance.auto=false"];
  const given = settings.flatMap((setting) => ["-c", setting]);
  // No setting of the machine that runs the tests counts.
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const git = (...words: readonly string[]): string =>
    execFileSync("git", [...given, ...words], { cwd: project.root, env, encoding: "utf8", stdio: "pipe" });
  const commit = (message: string): void => {
    git("add", "--all");
    git("commit", "--quiet", "--message", message);
  };
  git("init", "--quiet", "--template=", "--initial-branch", "main");
  commit("Start");
  return { ...project, git, commit };
}
