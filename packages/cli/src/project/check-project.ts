import { type Diagnostic, type FixResult, type HostName, type SourceText, fix } from "@proviso/compiler";
import type { Disk, StampedDisk } from "../incremental/stamped-disk.ts";
import { writeLastRun } from "../incremental/last-run.ts";
import { type DiskQuestion, recordedDisk, stateOf } from "../incremental/state.ts";
import type { RunStore } from "../incremental/store.ts";
import { checkContracts } from "./check-contracts.ts";
import { exceptionsIn, type LocatedException } from "./exceptions.ts";
import type { ProjectPlace } from "../disk/find-project.ts";
import { withoutFixesIn } from "./used-files.ts";
import { type Project, readProject } from "./read-project.ts";
import { applyChanges } from "../disk/transaction.ts";
import { compileProject } from "./compile-project.ts";

/** The result of a check, which is reported again if no file has changed. */
export interface CheckReport {
  readonly diagnostics: readonly Diagnostic[];
  /** For showing the diagnostics. */
  readonly texts: readonly SourceText[];
  /** How many there are. */
  readonly tools: number;
  /** What they say of the day on which they are read. */
  readonly exceptions: readonly LocatedException[];
  readonly contracts: number;
}

export interface Checked extends CheckReport {
  readonly root: string;
  /** What was fixed in contracts, only of a run that fixes what is safe to fix. */
  readonly fixed?: FixResult["fixed"];
}

/** All findings; only those of the configuration if it has errors. Unchanged contracts are not compiled again. */
export async function checkProject(
  place: ProjectPlace,
  { store, disk }: { readonly store: RunStore; readonly disk: StampedDisk },
  { isFixing, hosts }: { readonly isFixing: boolean; readonly hosts: readonly HostName[] },
): Promise<Checked> {
  const asked = new Set<DiskQuestion>();
  const recorded = recordedDisk(disk, asked);
  const read = await readProject(place, recorded);
  const fixed = isFixing ? await fixProject(read) : undefined;
  const project = fixed ? withSources(read, fixed.sources) : read;
  const report = reportOn(project, store, recorded, hosts);
  // What a fix changed was read before, and only a check for hosts says what hosts take.
  if (project.config && !isFixing && hosts.length === 0) {
    const run = { questions: [...asked], state: await stateOf(asked, disk), report };
    writeLastRun<CheckReport>(store, "check", run, disk);
  }
  return { ...report, root: project.root, ...(fixed ? { fixed: fixed.fixed } : {}) };
}

function reportOn(project: Project, store: RunStore, disk: Disk, hosts: readonly HostName[]): CheckReport {
  const { config, contracts: sources, texts } = project;
  const contracts = sources.length - sources.filter(({ path }) => project.used.includes(path)).length;
  if (!config) return { diagnostics: project.diagnostics, texts, tools: 0, exceptions: [], contracts };
  const result = checkContracts({ config, contracts: sources }, { store, disk, hosts });
  const diagnostics = withoutFixesIn(project.used, result.diagnostics);
  const facts = result.contracts.flatMap((each) => each.facts ?? []);
  const tools = facts.reduce((sum, each) => sum + each.tools.length, 0);
  const exceptions = exceptionsIn(facts);
  const files = new Set([...diagnostics, ...exceptions].map(({ span }) => span.file));
  const shown = texts.filter(({ path }) => files.has(path));
  return { diagnostics, texts: shown, tools, exceptions, contracts };
}

/** With the contracts as they are now. */
function withSources(project: Project, contracts: readonly SourceText[]): Project {
  const texts = project.texts.map((text) => contracts.find(({ path }) => path === text.path) ?? text);
  return { ...project, contracts, texts };
}

/** Applies every fix that a finding in a contract offers, and writes all changed contracts or none. Used files stay as they are. */
async function fixProject(project: Project): Promise<FixResult> {
  const result = fix(project.contracts, (contracts) => {
    const { diagnostics, ...compiled } = compileProject({ ...project, contracts });
    return { ...compiled, diagnostics: withoutFixesIn(project.used, diagnostics) };
  });
  const changes = result.sources.filter((source, index) => source !== project.contracts[index]);
  await applyChanges(project.root, changes);
  return result;
}
