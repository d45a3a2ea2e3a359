import { type FixResult, fix } from "@proviso/compiler";
import { applyChanges } from "../disk/transaction.ts";
import { compileProject } from "./compile-project.ts";
import { withoutFixesIn } from "./used-files.ts";
import type { Project } from "./read-project.ts";

/** Applies every fix that a finding in a contract offers, and writes all changed contracts or none. Used files stay as they are. */
export async function fixProject(project: Project): Promise<FixResult> {
  const result = fix(project.contracts, (contracts) => {
    const { diagnostics, ...compiled } = compileProject({ ...project, contracts });
    return { ...compiled, diagnostics: withoutFixesIn(project.used, diagnostics) };
  });
  const changes = result.sources.filter((source, index) => source !== project.contracts[index]);
  await applyChanges(project.root, changes);
  return result;
}
