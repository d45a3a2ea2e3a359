import { type Diagnostic, didYouMean, nearest, type SourceText } from "@proviso/compiler";
import { isFailure, applyWaivers, placeOfChange } from "@proviso/changes";
import type { Manifest } from "@proviso/manifest";
import type { ProjectPlace } from "../disk/find-project.ts";
import { readAgainst, type ReadAgainstOptions } from "../operands/read-against.ts";
import { readContractsHere } from "../project/contracts-here.ts";
import { folderInRepository } from "../project/folder-in-repository.ts";
import { UsageError } from "@proviso/terminal";
import { compareWith } from "@proviso/changes/stored";
import type { DiffReport } from "./diff-report.ts";

export interface DiffOptions extends Pick<ReadAgainstOptions, "cwd" | "headers"> {
  readonly against: string;
  /** Only the changes of the tool with this name. */
  readonly tool?: string;
  /** Verdicts and ids of changes. */
  readonly failOn: readonly string[];
  /** As `2027-01-31`. */
  readonly today: string;
}

export interface DiffResult {
  /** Absent if the contracts here have errors. */
  readonly report?: DiffReport;
  readonly notes: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** For showing the diagnostics. */
  readonly texts: readonly SourceText[];
}

/** Compares what an operand holds with the project here. */
export async function diffProject(place: ProjectPlace, options: DiffOptions): Promise<DiffResult> {
  const { here: found, texts, ...read } = await readContractsHere(place);
  if (!found) return { notes: [], texts, ...read };
  const { manifest: here, model, config } = found;
  const { against, failOn, headers, cwd, today, tool } = options;
  const before = await readAgainst(against, { cwd, place, here, headers });
  const { changes, diagnostics } = applyWaivers(
    compareWith(before, here),
    config.waivers,
    today,
    before.waivers,
  );
  if (tool !== undefined) mustBeTool(tool, [before.manifest, here]);
  const ofTool = tool === undefined ? changes : changes.filter((change) => change.tool === tool);
  const reported = ofTool.map((change) => ({
    ...change,
    span: placeOfChange(change, model, place.configFile),
    fails: change.waived === undefined && isFailure(change, failOn),
  }));
  const folder = folderInRepository(place.root);
  const report = {
    against,
    ...(tool !== undefined && { tool }),
    changes: reported,
    diagnostics,
    folder,
  };
  return { report, notes: before.notes, diagnostics, texts };
}

function mustBeTool(name: string, manifests: readonly Manifest[]): void {
  const names = new Set(manifests.flatMap(({ tools }) => tools.map((tool) => tool.name)));
  if (names.has(name)) return;
  const hint = didYouMean(nearest(name, names));
  throw new UsageError(`there is no tool \`${name}\`, neither here nor there${hint ? `: ${hint}` : ""}`);
}
