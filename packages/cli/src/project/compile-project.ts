import { type CompileOptions, type CompileResult, compile } from "@proviso/compiler";
import type { Config } from "../config/config.ts";
import type { Project } from "./read-project.ts";

/** The model and all findings; only those of the configuration if it has errors. */
export function compileProject({ config, contracts, diagnostics }: Project): CompileResult {
  return config ? compile(contracts, compileOptions(config)) : { diagnostics };
}

/** The compiler's options, from the configuration. */
export function compileOptions({ rules, contextBudget }: Config): CompileOptions {
  return { rules, contextBudget };
}
