import type { Diagnostic, Report } from "../report/diagnostic.ts";
import type { NameSet } from "../incremental/memo.ts";
import type { Declarations } from "./declarations.ts";
import { compileNamedTypes } from "./named-types.ts";
import type { ProjectNames } from "./project-names.ts";
import { collectSymbols } from "./symbols.ts";
import { checkToolNames } from "./tool-names.ts";

export interface CollectedNames {
  readonly names: ProjectNames;
  /** Findings about the declarations of names and types. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Collects the declarations of all domains. `incomplete`: some files could not be read. */
export function collectNames(
  declared: readonly Declarations[],
  incomplete: boolean,
  usedFiles: NameSet,
): CollectedNames {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => void diagnostics.push(diagnostic);
  const symbols = collectSymbols(declared, incomplete, report);
  const types = compileNamedTypes(symbols, report);
  checkToolNames(symbols, report);
  const { typeNames, permissions, failures, effects, tools, misread } = symbols;
  const needed = new Set(declared.flatMap(({ needs }) => needs));
  const state = new Set(incomplete ? ["incomplete"] : []);
  return {
    names: { types, typeNames, permissions, failures, effects, tools, misread, state, needed, usedFiles },
    diagnostics,
  };
}
