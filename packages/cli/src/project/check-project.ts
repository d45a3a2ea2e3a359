import { compileContracts } from "@proviso/compiler";
import type { Diagnostic } from "@proviso/compiler";
import type { Cache } from "../cache/cache.ts";
import { keepContracts, readKeptContracts } from "../cache/kept-contracts.ts";
import { compileOptions } from "./compile-project.ts";
import type { Project } from "./read-project.ts";

export interface CheckedProject {
  readonly diagnostics: readonly Diagnostic[];
  /** How many tools there are. */
  readonly tools: number;
}

/** All findings: those of the configuration alone if it has errors. What did not change is not compiled again. */
export async function checkProject(
  { config, contracts: sources, diagnostics }: Project,
  cache: Cache,
): Promise<CheckedProject> {
  if (!config) return { diagnostics, tools: 0 };
  const kept = await readKeptContracts(cache, config);
  const result = compileContracts(sources, compileOptions(config), kept);
  keepContracts(cache, config, kept, result);
  const tools = result.contracts.reduce((sum, { facts }) => sum + (facts?.tools.length ?? 0), 0);
  return { diagnostics: result.diagnostics, tools };
}
