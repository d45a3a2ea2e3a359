import type { Diagnostic, SourceText } from "@proviso/compiler";
import { type Change, type Bump, bumpOf, highest } from "@proviso/changes";
import type { ProjectPlace } from "../disk/find-project.ts";
import { readConfig } from "../config/read-config.ts";
import { diffProject } from "../diff/diff-project.ts";
import { packagesOf, type VersionedPackage } from "./packages-of.ts";
import { summarize } from "./summarize.ts";
import { runProgram } from "../operands/run-program.ts";
import { UsageError } from "@proviso/terminal";

/** What a release of the contracts as they are here needs. */
export interface ReleaseNeed {
  readonly against: string;
  readonly packages: readonly string[];
  /** Absent if nothing changed. */
  readonly bump?: Bump;
  /** The changeset's text, Markdown for the changelog. */
  readonly summary: string;
  readonly changes: readonly Change[];
}

export interface NeedResult {
  /** Absent if the project has errors. */
  readonly need?: ReleaseNeed;
  readonly notes: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  readonly texts: readonly SourceText[];
}

export async function releaseNeed(
  place: ProjectPlace,
  {
    against: given,
    headers,
    cwd,
  }: { readonly against?: string | undefined; readonly headers: readonly string[]; readonly cwd: string },
): Promise<NeedResult> {
  const source = { path: place.configFile, text: place.configText };
  const { config, diagnostics: problems } = readConfig(source);
  if (!config) return { notes: [], diagnostics: problems, texts: [source] };
  const versioned = packagesOf(place.root, config);
  const packages = versioned.map(({ name }) => name);
  const { against, note }: LastRelease =
    given === undefined ? await lastRelease(place.root, versioned) : { against: given };
  const today = new Date().toISOString().slice(0, 10);
  const {
    report,
    notes: found,
    diagnostics,
    texts,
  } = await diffProject(place, {
    against,
    failOn: [],
    headers,
    cwd,
    today,
  });
  const notes = [...found, ...(note === undefined ? [] : [note])];
  if (!report) return { notes, diagnostics, texts };
  const { changes } = report;
  const bump = highest(changes.map(bumpOf));
  const summary = changes.length === 0 ? "" : summarize(changes);
  return {
    need: { against, packages, ...(bump ? { bump } : {}), summary, changes },
    notes,
    diagnostics: [],
    texts,
  };
}

/** What the last release held, as `--against` names it. */
interface LastRelease {
  readonly against: string;
  /** Notes about the last release for a reader of the comparison. */
  readonly note?: string;
}

/**
 * The newest tag up to this commit that changesets made for one of the packages (`@acme/server@1.4.0`), or else the newest of the form
 * `v1.4.0`. Throws if there is none: what a lock has accepted since the release is not released, and only a tag knows the release.
 */
async function lastRelease(root: string, packages: readonly VersionedPackage[]): Promise<LastRelease> {
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
