import { compileContracts } from "@proviso/compiler";
import type { Diagnostic } from "@proviso/compiler";
import type { PrintedShapes } from "@proviso/emitters";
import type { Cache } from "../cache/cache.ts";
import { keepContracts, readKeptContracts } from "../cache/kept-contracts.ts";
import { readKeptEmission } from "../cache/kept-emission.ts";
import { keepShapes, readKeptShapes } from "../cache/kept-shapes.ts";
import type { Config } from "../config/config.ts";
import { compileOptions } from "../project/compile-project.ts";
import type { Project } from "../project/read-project.ts";
import { emitProject, isUpToDate } from "./emit-project.ts";
import type { Emission } from "./emit-project.ts";
import type { Outputs } from "./outputs.ts";
import type { Target } from "./targets.ts";

export interface Making {
  readonly cache: Cache;
  readonly project: Project;
  readonly config: Config;
  readonly targets: readonly Target[];
  readonly outputs: Outputs;
  progress(text: string): void;
}

export interface Made {
  readonly diagnostics: readonly Diagnostic[];
  /** Absent if the contracts have errors. */
  readonly emission?: Emission;
}

/** Compiles and emits everything, with nothing of earlier runs. */
export async function makeFromScratch(
  { project, config, targets, progress }: Making,
  shapes: PrintedShapes = new Map(),
): Promise<Made> {
  progress("compiling");
  const { contracts, diagnostics } = compileContracts(project.contracts, compileOptions(config));
  if (hasErrors(diagnostics)) return { diagnostics };
  const emission = await emitProject(contracts, targets, { shapes }, progress);
  return { diagnostics, ...(emission ? { emission } : {}) };
}

/** The same, but a contract that did not change since the last run, and whose output is still on disk, is not made again. */
export async function makeProject(making: Making): Promise<Made> {
  const { cache, project, config, targets, progress } = making;
  const kept = readKeptContracts(cache, config);
  const before = readKeptEmission(cache, targets);
  const usable = [...kept].filter(([path, contract]) => {
    const domain = before?.domainOf(path);
    return domain !== undefined && isUpToDate(domain, contract, making);
  });
  progress("compiling");
  const result = compileContracts(project.contracts, compileOptions(config), new Map(usable));
  keepContracts(cache, config, result);
  const { contracts, diagnostics } = result;
  if (hasErrors(diagnostics)) return { diagnostics };
  const shapes = readKeptShapes(cache);
  const emission = await emitProject(contracts, targets, { before, shapes }, progress);
  // Names of one domain occur in the code of others.
  const made = emission ? { diagnostics, emission } : await makeFromScratch(making, shapes);
  keepShapes(cache, shapes);
  return made;
}

function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some(({ severity }) => severity === "error");
}
