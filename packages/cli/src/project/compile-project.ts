import { compile } from "@proviso/compiler";
import type { CompileResult } from "@proviso/compiler";
import type { Project } from "./read-project.ts";

/** The model and all findings: those of the configuration alone if it has errors. */
export function compileProject({ config, contracts, diagnostics }: Project): CompileResult {
  if (!config) return { diagnostics };
  return compile(contracts, { rules: config.rules, contextBudget: config.contextBudget });
}
