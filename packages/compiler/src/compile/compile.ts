import {
  compileContract,
  type CompiledContract,
  type ReadContract,
  readContract,
  reuseContract,
} from "./compile-contract.ts";
import { compareText, type Diagnostic, tidyDiagnostics } from "../report/diagnostic.ts";
import { isTextOf, type KeptContract } from "./kept-contract.ts";
import { trustPatterns } from "../types/json-schema/safe-pattern.ts";
import type { ContractModel } from "../derive/model.ts";
import type { Declarations } from "../resolve/declarations.ts";
import { collectNames } from "../resolve/project-names.ts";
import { checkProject, type RuleSettings } from "../rules/check.ts";
import { type ContextBudget, defaultBudget } from "../rules/facts/facts.ts";
import { isConfigurable } from "../rules/facts/rule.ts";
import type { SourceText } from "../report/source.ts";
import { suppress } from "../suppress/suppress.ts";

export interface CompileOptions {
  readonly rules?: RuleSettings;
  readonly contextBudget?: ContextBudget;
}

export interface CompileResult {
  /** Only when no diagnostic is an error. */
  readonly model?: ContractModel;
  /** Sorted by file and place. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Contract text in, model and diagnostics out: parse -> decode -> resolve -> derive -> check -> suppress. */
export function compile(sources: readonly SourceText[], options: CompileOptions = {}): CompileResult {
  const { contracts, diagnostics } = compileContracts(sources, options);
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics };
  const domains = contracts.flatMap(({ model }) => model ?? []);
  return { model: { domains: domains.toSorted((a, b) => compareText(a.name, b.name)) }, diagnostics };
}

export interface ContractsResult {
  /** Sorted by path. */
  readonly contracts: readonly CompiledContract[];
  /** Sorted by file and place. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * The same, a contract at a time: one that `earlier` has by its path is neither read nor checked again, as long as its text
 * and all that it refers to are what they were. What concerns all contracts together is found anew each time.
 */
export function compileContracts(
  sources: readonly SourceText[],
  { rules = {}, contextBudget = defaultBudget }: CompileOptions,
  earlier: ReadonlyMap<string, KeptContract> = new Map(),
): ContractsResult {
  for (const { safePatterns } of earlier.values()) trustPatterns(safePatterns);
  const started = sources
    .toSorted((a, b) => compareText(a.path, b.path))
    .map((source) => start(source, earlier.get(source.path)));
  const declared = started.flatMap(({ declares }) => declares ?? []);
  const incomplete =
    declared.length < sources.length || !declared.every(({ namesAreKnown }) => namesAreKnown);
  const names = collectNames(declared, incomplete);
  const contracts = started.map(
    ({ source, kept, read }) =>
      (kept && reuseContract(source.path, kept, names)) ??
      compileContract(read ?? readContract(source), names, rules),
  );
  const misread = [...names.diagnostics, ...contracts.flatMap((each) => each.misread)];
  const complete = misread.length === 0;
  const facts = contracts.flatMap((each) => each.facts ?? []);
  const findings = [
    ...contracts.flatMap((each) => each.findings),
    // What is not all there gives no picture of the whole.
    ...(complete ? checkProject({ contracts: facts, budget: contextBudget }, rules) : []),
  ];
  const comments = contracts.map((each) => each.comments);
  // A mistake may be what keeps advice away, so that no comment counts as needless beside one.
  const isSound =
    complete && findings.every(({ code, severity }) => severity !== "error" || isConfigurable(code));
  const heeded = suppress(findings, comments, { rules, complete: isSound });
  return { contracts, diagnostics: tidyDiagnostics([...misread, ...heeded]) };
}

interface StartedContract {
  readonly source: SourceText;
  readonly declares?: Declarations | undefined;
  readonly kept?: KeptContract;
  readonly read?: ReadContract;
}

function start(source: SourceText, kept: KeptContract | undefined): StartedContract {
  if (kept && isTextOf(kept, source)) return { source, declares: kept.declares, kept };
  const read = readContract(source);
  return { source, declares: read.declares, read };
}
