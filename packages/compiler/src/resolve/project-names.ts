import type { Diagnostic, Report } from "../report/diagnostic.ts";
import type { Declarations } from "./declarations.ts";
import { compileNamedTypes, type NamedTypes } from "./named-types.ts";
import { collectSymbols, type Symbols } from "./symbols.ts";
import { checkToolNames } from "./tool-names.ts";

/** Everything that some contract declares and another may refer to. */
export interface ProjectNames {
  readonly symbols: Symbols;
  readonly types: NamedTypes;
  /** What is wrong with the names, and with the types, themselves. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Collects what all files declare; `incomplete` says that there are some which could not be read. */
export function collectNames(declared: readonly Declarations[], incomplete: boolean): ProjectNames {
  const diagnostics: Diagnostic[] = [];
  const report: Report = (diagnostic) => void diagnostics.push(diagnostic);
  const symbols = collectSymbols(declared, incomplete, report);
  const types = compileNamedTypes(symbols, report);
  checkToolNames(symbols, report);
  return { symbols, types, diagnostics };
}
