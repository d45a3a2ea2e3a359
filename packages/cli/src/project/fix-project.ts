import { fix } from "@proviso/compiler";
import type { FixResult } from "@proviso/compiler";
import { applyChanges } from "../disk/transaction.ts";
import { compileProject } from "./compile-project.ts";
import type { Project } from "./read-project.ts";

/** Applies every fix that a finding in a contract offers, and writes all changed contracts or none. Used files stay as they are. */
export async function fixProject(project: Project): Promise<FixResult> {
  const used = new Set(project.used);
  const result = fix(project.contracts, (contracts) => {
    const { diagnostics, ...compiled } = compileProject({ ...project, contracts });
    const fixable = diagnostics.map(({ fix: edits, ...found }) =>
      edits && !used.has(found.span.file) ? { ...found, fix: edits } : found,
    );
    return { ...compiled, diagnostics: fixable };
  });
  const changes = result.sources.filter((source, index) => source !== project.contracts[index]);
  await applyChanges(project.root, changes);
  return result;
}
