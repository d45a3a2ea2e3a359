import type { CompileResult } from "../compile/compile.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { parse } from "../syntax/parse.ts";
import type { SourceText } from "../report/source.ts";
import { applyFixes, type Fixable } from "./apply-fixes.ts";

export interface FixResult extends CompileResult {
  readonly sources: readonly SourceText[];
  /** The applied fixes in order, each with its span in the text of that time. */
  readonly fixed: readonly Fixable[];
}

/** How often fixes are applied at most: one fix may make another possible, and two could undo each other forever. */
const passLimit = 50;

/** Applies every fix that a finding offers, and returns the contracts with their remaining findings. */
export function fix(
  sources: readonly SourceText[],
  compile: (sources: readonly SourceText[]) => CompileResult,
): FixResult {
  let state: FixResult = { sources, fixed: [], ...compile(sources) };
  for (let pass = 0; pass < passLimit; pass += 1) {
    const next = fixOnce(state);
    if (next.fixed.length === 0) break;
    state = { ...compile(next.sources), sources: next.sources, fixed: [...state.fixed, ...next.fixed] };
  }
  return state;
}

function fixOnce({ sources, diagnostics }: FixResult): Pick<FixResult, "sources" | "fixed"> {
  const fixables = diagnostics.filter(isFixable);
  const results = sources.map((source) => fixSource(source, fixables));
  return {
    sources: results.map(({ source }) => source),
    fixed: results.flatMap(({ applied }) => applied),
  };
}

function fixSource(
  source: SourceText,
  fixables: readonly Fixable[],
): { readonly source: SourceText; readonly applied: readonly Fixable[] } {
  const findings = fixables.filter(({ span }) => span.file === source.path);
  const { text, applied } = applyFixes(source.text, findings);
  const fixed = { ...source, text };
  // A fix must not make a text unreadable that could be parsed.
  const isLost = !parse(fixed).tree && parse(source).tree !== undefined;
  return text === source.text || isLost ? { source, applied: [] } : { source: fixed, applied };
}

function isFixable(diagnostic: Diagnostic): diagnostic is Fixable {
  return diagnostic.fix !== undefined;
}
