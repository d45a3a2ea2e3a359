import type { Diagnostic, SourceText } from "@proviso/compiler";
import { type Change, type Bump, bumpOf, highest } from "@proviso/changes";
import type { ProjectPlace } from "../disk/find-project.ts";
import { readConfig } from "../config/read-config.ts";
import { diffProject } from "../diff/diff-project.ts";
import { lastRelease, type LastRelease } from "./last-release.ts";
import { packagesOf } from "./packages-of.ts";
import { summarize } from "./summarize.ts";

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
