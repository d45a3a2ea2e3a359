import type { ContractDocument } from "../decode/decode.ts";
import type { Report } from "../diagnostic.ts";
import { compileNamedTypes, type NamedTypes } from "./named-types.ts";
import { collectSymbols, type Symbols } from "./symbols.ts";
import { checkToolNames } from "./tool-names.ts";

/** Everything that some contract declares and another may refer to. */
export interface ProjectNames {
  readonly symbols: Symbols;
  readonly types: NamedTypes;
}

/** Collects what all documents declare; `incomplete` says that there are files which could not be read. */
export function collectNames(
  documents: readonly ContractDocument[],
  incomplete: boolean,
  report: Report,
): ProjectNames {
  const symbols = collectSymbols(documents, incomplete, report);
  const types = compileNamedTypes(symbols, report);
  checkToolNames(symbols, report);
  return { symbols, types };
}
