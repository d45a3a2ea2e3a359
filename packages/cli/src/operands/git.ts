import { UsageError } from "@proviso/terminal";
import { runProgram } from "./run-program.ts";

/** The files of one commit, below the project's folder. Nothing is checked out. */
export interface GitTree {
  readonly revision: string;
  /** From path, relative to the project's folder, to what Git holds there. */
  readonly entries: ReadonlyMap<string, GitEntry>;
  /** The texts of these files. */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** The text of a file anywhere in the repository; undefined if there is none. */
  readAbove(path: string): Promise<string | undefined>;
}

export interface GitEntry {
  readonly kind: "file" | "link" | "module";
  readonly object: string;
}

/** A name as Git keeps it; `user` of `git config`, for one. Undefined where Git has none, or is not there. */
export async function gitSetting(cwd: string, name: string): Promise<string | undefined> {
  const { code, out } = await runProgram(["git", "config", "--get", name], { cwd });
  const value = out.toString("utf8").trim();
  return code === 0 && value !== "" ? value : undefined;
}

export async function readGitTree(root: string, revision: string): Promise<GitTree> {
  const commit = await commitOf(root, revision);
  const prefix = (await git(root, ["rev-parse", "--show-prefix"])).toString("utf8").replace(/\r?\n$/, "");
  const below = prefix ? ["--", prefix] : [];
  const entries = new Map(await listTree(root, ["-r", "--full-tree", commit, ...below], prefix));
  return {
    revision,
    entries,
    read: async (paths) => readObjects(root, paths, entries),
    async readAbove(path) {
      const [found] = await listTree(root, ["--full-name", commit, "--", path], "");
      return found && (await readObjects(root, [path], new Map([[path, found[1]]]))).get(path);
    },
  };
}

/** Whether a commit is not part of what is checked out here. */
export async function isBehind(root: string, revision: string): Promise<boolean> {
  const commit = await commitOf(root, revision);
  const { code } = await runProgram(["git", "merge-base", "--is-ancestor", commit, "HEAD"], { cwd: root });
  return code === 1;
}

/** Files of this name anywhere in the repository that a commit does not have; ignored ones do not count. */
export async function filesNewSince(
  root: string,
  revision: string,
  name: string,
): Promise<readonly string[]> {
  const commit = await commitOf(root, revision);
  const pattern = `:(top,glob)**/${name}`;
  const there = await git(root, ["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit]);
  const untracked = ["--cached", "--others", "--exclude-standard"];
  const here = await git(root, ["ls-files", "-z", ...untracked, "--full-name", "--", pattern]);
  const [before, now] = [there, here].map((listed) => new Set(listed.toString("utf8").split("\0")));
  return [...(now ?? [])].filter((path) => path !== "" && !before?.has(path)).toSorted();
}

/** The newest commit that added or removed this text in a file; undefined if none did. */
export async function commitThatWrote(root: string, path: string, text: string): Promise<string | undefined> {
  const words = ["--literal-pathspecs", "log", "-1", "--format=%H", "-S", text, "--", path];
  return (await git(root, words)).toString("utf8").trim() || undefined;
}

async function commitOf(root: string, revision: string): Promise<string> {
  const inside = await runProgram(["git", "rev-parse", "--is-inside-work-tree"], { cwd: root });
  if (inside.problem !== undefined) throw new UsageError(inside.problem);
  if (inside.code !== 0)
    throw new UsageError(`\`${revision}\` is read as a git revision, and git says of ${root}: ${inside.err}`);
  await refuseAmbiguous(root, revision);
  const words = ["git", "rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`];
  const { code, out } = await runProgram(words, { cwd: root });
  if (code === 0) return out.toString("utf8").trim();
  throw new UsageError(`git knows no revision \`${revision}\` here; ${adviceFor(revision)}`);
}

function adviceFor(revision: string): string {
  if (revision.endsWith(".lock")) return "the lock of this project is written `lock`";
  const [, branch = revision] = /^(?:refs\/remotes\/)?origin\/(.+)$/.exec(revision) ?? [];
  const fetch = `a branch that CI did not fetch is brought by \`git fetch origin ${branch}\``;
  if (revision.includes("@")) return `a package without a scope is written \`npm:${revision}\`, and ${fetch}`;
  return branch === revision ? `a folder is written \`./${revision}\`, and ${fetch}` : fetch;
}

/** Git takes a tag before a branch of the same name, so whoever may push a tag could choose what is compared with. */
async function refuseAmbiguous(root: string, revision: string): Promise<void> {
  const name = revision.replace(/[~^].*|@\{.*/, "");
  const full = ["refs/tags", "refs/heads", "refs/remotes"].map((space) => `${space}/${name}`);
  const listed = (await git(root, ["for-each-ref", "--format=%(refname)", ...full])).toString("utf8");
  const found = listed.split("\n").filter((ref) => full.includes(ref));
  if (found.length > 1)
    throw new UsageError(`\`${name}\` is ${found.join(" and ")} in git: write the one that you mean`);
}

const kinds: Readonly<Record<string, GitEntry["kind"]>> = { "120000": "link", "160000": "module" };

/** Each line is `MODE TYPE OBJECT<tab>PATH`. */
async function listTree(
  root: string,
  words: readonly string[],
  prefix: string,
): Promise<readonly (readonly [path: string, entry: GitEntry])[]> {
  const listed = (await git(root, ["--literal-pathspecs", "ls-tree", "-z", ...words])).toString("utf8");
  return listed.split("\0").flatMap((line) => {
    const [, mode = "", object = "", path = ""] = /^(\d+) \w+ ([0-9a-f]+)\t([^]*)$/.exec(line) ?? [];
    if (!path.startsWith(prefix) || path === "") return [];
    return [[path.slice(prefix.length), { kind: kinds[mode] ?? "file", object }] as const];
  });
}

async function readObjects(
  root: string,
  paths: readonly string[],
  entries: GitTree["entries"],
): Promise<ReadonlyMap<string, string>> {
  const objects = paths.flatMap((path) => {
    const entry = entries.get(path);
    return entry?.kind === "file" ? [[path, entry.object] as const] : [];
  });
  if (objects.length === 0) return new Map();
  const input = objects.map(([, object]) => `${object}\n`).join("");
  const bytes = await git(root, ["cat-file", "--batch"], input);
  const texts = new Map<string, string>();
  let at = 0;
  for (const [path] of objects) {
    const lineEnd = bytes.indexOf("\n", at);
    const size = Number(/ blob (\d+)$/.exec(bytes.toString("utf8", at, lineEnd))?.[1]);
    if (!Number.isSafeInteger(size)) throw new UsageError(`git has no text of \`${path}\` in that revision`);
    texts.set(path, bytes.toString("utf8", lineEnd + 1, lineEnd + 1 + size));
    at = lineEnd + 1 + size + 1;
  }
  return texts;
}

async function git(cwd: string, words: readonly string[], input = ""): Promise<Buffer> {
  const { code, out, err, problem } = await runProgram(["git", ...words], { cwd, input });
  if (problem !== undefined || code !== 0) throw new UsageError(problem ?? `git says: ${err}`);
  return out;
}
