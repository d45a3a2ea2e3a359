import { execFileSync } from "node:child_process";
import { createProject, type TestProject } from "../project.ts";

export interface GitProject extends TestProject {
  git(...words: readonly string[]): string;
  /** Commits everything there is. */
  commit(message: string): void;
}

/** A project in a Git repository of its own, whose first commit holds it. */
export async function createGitProject(files: Readonly<Record<string, string>> = {}): Promise<GitProject> {
  const project = await createProject(files);
  const identity = ["-c", "user.name=Ann Example", "-c", "user.email=ann@example.com"];
  // No setting of the machine that runs the tests counts.
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const git = (...words: readonly string[]): string =>
    execFileSync("git", [...identity, ...words], { cwd: project.root, env, encoding: "utf8", stdio: "pipe" });
  const commit = (message: string): void => {
    git("add", "--all");
    git("commit", "--quiet", "--message", message);
  };
  git("init", "--quiet", "--initial-branch", "main");
  commit("Start");
  return { ...project, git, commit };
}
