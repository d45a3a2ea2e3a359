import { type CompileOptions, type CompileResult, compile } from "@proviso/compiler";
import type { Config } from "../config/config.ts";
import { findUnknownPermissions } from "../config/roles.ts";
import type { Project } from "./read-project.ts";

/** The model and all findings; only those of the configuration if it has errors. */
export function compileProject({ config, contracts, diagnostics }: Project): CompileResult {
  if (!config) return { diagnostics };
  const { model, diagnostics: found } = compile(contracts, compileOptions(config));
  if (!model) return { diagnostics: found };
  const declared = model.domains.flatMap(({ permissions }) => Object.keys(permissions));
  const unknown = findUnknownPermissions(config.roles, declared);
  return { ...(unknown.length === 0 && { model }), diagnostics: [...found, ...unknown] };
}

/** The compiler's options, from the configuration. */
export function compileOptions({ rules, contextBudget }: Config): CompileOptions {
  return { rules, contextBudget };
}
