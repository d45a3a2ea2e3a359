import { compileContracts } from "@proviso/compiler";
import type { FixResult, SourceText } from "@proviso/compiler";
import type { Cache } from "../cache/cache.ts";
import type { Disk } from "../cache/disk.ts";
import { keepContracts, readKeptContracts } from "../cache/kept-contracts.ts";
import { keepCheck } from "../cache/last-check.ts";
import type { CheckResult } from "../cache/last-check.ts";
import { inputState } from "../cache/project-state.ts";
import { isAsRead, watchedByCheck } from "../cache/watched.ts";
import { compileOptions } from "./compile-project.ts";
import type { ProjectPlace } from "./find-project.ts";
import { fixProject } from "./fix-project.ts";
import { writtenFolders } from "./output-folders.ts";
import { readProject } from "./read-project.ts";
import type { Project } from "./read-project.ts";

export interface Checked extends CheckResult {
  readonly root: string;
  /** For showing the diagnostics. */
  readonly texts: readonly SourceText[];
  /** Only of a run that puts right what it can. */
  readonly fixed?: FixResult["fixed"];
}

/** All findings: those of the configuration alone if it has errors. What did not change is not compiled again. */
export async function checkProject(
  place: ProjectPlace,
  { cache, disk }: { readonly cache: Cache; readonly disk: Disk },
  { isFixing }: { readonly isFixing: boolean },
): Promise<Checked> {
  const read = await readProject(place, disk);
  const fixed = isFixing ? await fixProject(read) : undefined;
  const project = fixed ? withSources(read, fixed.sources) : read;
  const { root, texts, contracts } = project;
  const result = compile(project, cache);
  const folders = project.config ? writtenFolders(project.config).map(({ value }) => value) : [];
  const check = { ...result, contracts: contracts.length, folders };
  await keep(place, project, { cache, disk, check });
  return { ...check, root, texts, ...(fixed ? { fixed: fixed.fixed } : {}) };
}

function compile(
  { config, contracts: sources, diagnostics }: Project,
  cache: Cache,
): Pick<CheckResult, "diagnostics" | "tools"> {
  if (!config) return { diagnostics, tools: 0 };
  const kept = readKeptContracts(cache, config);
  const result = compileContracts(sources, compileOptions(config), kept);
  keepContracts(cache, config, result);
  const tools = result.contracts.reduce((sum, { facts }) => sum + (facts?.tools.length ?? 0), 0);
  return { diagnostics: result.diagnostics, tools };
}

async function keep(
  place: ProjectPlace,
  project: Project,
  { cache, disk, check }: { readonly cache: Cache; readonly disk: Disk; readonly check: CheckResult },
): Promise<void> {
  const { config } = project;
  if (!config) return;
  const watched = await watchedByCheck(place, config);
  const inputs = await inputState(watched, disk);
  if (isAsRead(inputs, project, config)) keepCheck(cache, { ...check, watched, inputs });
}

/** With the contracts as they are now. */
function withSources(project: Project, contracts: readonly SourceText[]): Project {
  const texts = project.texts.map((text) => contracts.find(({ path }) => path === text.path) ?? text);
  return { ...project, contracts, texts };
}
