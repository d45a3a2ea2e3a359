import { runProgram } from "../operands/run-program.ts";
import { UsageError } from "@proviso/terminal";
import type { VersionedPackage } from "./packages-of.ts";

/** What the last release held, as `--against` names it. */
export interface LastRelease {
  readonly against: string;
  /** Notes about the last release for a reader of the comparison. */
  readonly note?: string;
}

/**
 * The newest tag up to this commit that changesets made for one of the packages (`@acme/server@1.4.0`), or else the newest of the form
 * `v1.4.0`. Throws if there is none: what a lock has accepted since the release is not released, and only a tag knows the release.
 */
export async function lastRelease(root: string, packages: readonly VersionedPackage[]): Promise<LastRelease> {
  const forms = [...packages.map(({ name }) => `${literal(name)}@*`), "v[0-9]*"];
  for (const form of forms) {
    const found = await describe(root, ["--tags", "--abbrev=0", "--match", form]);
    if (found !== undefined) return taggedRelease(root, found, packages);
  }
  throw new UsageError(
    `git has no tag of a release here (${forms.map((form) => `\`${form}\``).join(", ")}), so nobody can tell what was released; tag it, such as \`git tag v1.0.0 COMMIT\`, or say what to compare with by \`--against\``,
  );
}

/** A tag on this very commit hides all commits, so it must be that of the version that is here. */
async function taggedRelease(
  root: string,
  tag: string,
  packages: readonly VersionedPackage[],
): Promise<LastRelease> {
  const against = `refs/tags/${tag}`;
  const isHere = (await describe(root, ["--tags", "--exact-match", "--match", literal(tag)])) !== undefined;
  if (!isHere) return { against };
  const released = packages.find(({ name }) => tag.startsWith(`${name}@`));
  if (released && tag !== `${released.name}@${released.version ?? ""}`)
    throw new UsageError(
      `the tag ${tag} is on this commit, where ${released.name} has ${released.version === undefined ? "no version" : `the version ${released.version}`}: it is no release of what is here; remove the tag, or say what to compare with by \`--against\``,
    );
  return { against, note: `${tag} is on this commit: only what is not committed counts as not released` };
}

async function describe(root: string, words: readonly string[]): Promise<string | undefined> {
  const { code, out } = await runProgram(["git", "describe", ...words], { cwd: root });
  return code === 0 ? out.toString("utf8").trim() : undefined;
}

/** Names of packages may hold what a pattern of git reads otherwise. */
function literal(name: string): string {
  return name.replaceAll(/[*?[\]\\]/g, String.raw`\$&`);
}
