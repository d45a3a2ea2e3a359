import { fix } from "@proviso/compiler";
import type { FixResult } from "@proviso/compiler";
import { applyChanges } from "../disk/transaction.ts";
import { compileProject } from "./compile-project.ts";
import type { Project } from "./read-project.ts";

/** Applies every fix that a finding offers, and writes all changed contracts or none. */
export async function fixProject(project: Project): Promise<FixResult> {
  const result = fix(project.contracts, (contracts) => compileProject({ ...project, contracts }));
  const changes = result.sources.filter((source, index) => source !== project.contracts[index]);
  await applyChanges(project.root, changes);
  return result;
}
