import { type Memo, noMemo, worldOf } from "../incremental/memo.ts";
import type { ContractModel, DomainModel } from "../derive/model.ts";
import { checkHosts, type HostOptions } from "../hosts/check-hosts.ts";
import { compareText, type Diagnostic, tidyDiagnostics } from "../report/diagnostic.ts";
import type { SourceText } from "../report/source.ts";
import { collectNames } from "../resolve/collect-names.ts";
import { checkUses, type Users } from "../resolve/uses.ts";
import { runProjectRules, type RuleSettings } from "../rules/check.ts";
import { type ContextBudget, defaultBudget } from "../rules/facts/facts.ts";
import { isConfigurable } from "../rules/facts/rule.ts";
import { suppress } from "../suppress/suppress.ts";
import { compileContract, type CompiledContract } from "./compile-contract.ts";
import { readContracts } from "./read-contracts.ts";

export interface CompileOptions {
  readonly rules?: RuleSettings;
  readonly contextBudget?: ContextBudget;
  /** Asks as well whether these hosts take the tools. */
  readonly hosts?: HostOptions;
}

export interface CompileResult {
  /** The compiled model; absent if a diagnostic is an error. */
  readonly model?: ContractModel;
  /** Sorted by file and position. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Contract text in, model and diagnostics out: parse -> decode -> join -> resolve -> derive -> check -> suppress. */
export function compile(sources: readonly SourceText[], options: CompileOptions = {}): CompileResult {
  const { contracts, diagnostics } = compileContracts(sources, options);
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics };
  return { model: { domains: domainsOf(contracts) }, diagnostics };
}

function domainsOf(contracts: readonly CompiledContract[]): readonly DomainModel[] {
  const domains = contracts.flatMap(({ model }) => model() ?? []);
  return domains.toSorted((a, b) => compareText(a.name, b.name));
}

export interface ContractsResult {
  /** Sorted by path. */
  readonly contracts: readonly CompiledContract[];
  /** Sorted by file and position. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compiles one contract at a time: a contract whose result is in the memo is neither parsed nor checked again. The rules about
 * all contracts take milliseconds and run each time.
 */
export function compileContracts(
  sources: readonly SourceText[],
  { rules = {}, contextBudget = defaultBudget, hosts }: CompileOptions,
  memo: Memo = noMemo,
): ContractsResult {
  const { files, joined, users } = readContracts(sources, memo);
  const declared = joined.flatMap(({ declares }) => declares ?? []);
  const wrongUses = checkUses(sources, files);
  const incomplete =
    wrongUses.length > 0 ||
    declared.length < joined.length ||
    !declared.every(({ namesAreKnown }) => namesAreKnown);
  const { names, diagnostics } = collectNames(declared, incomplete, users);
  const world = worldOf(names);
  const contracts = joined.map((each) => compileContract(each, world, rules, memo));
  const misread = [...wrongUses, ...diagnostics, ...contracts.flatMap((each) => each.misread)];
  const complete = !misread.some(({ severity }) => severity === "error");
  const facts = contracts.flatMap((each) => each.facts ?? []);
  const findings = [
    ...contracts.flatMap((each) => each.findings),
    // Rules about the whole project need all contracts complete.
    ...(complete ? runProjectRules({ contracts: facts, budget: contextBudget, users }, rules) : []),
    ...(complete && hosts ? checkHosts(domainsOf(contracts), hosts) : []),
  ];
  const comments = contracts.map((each) => each.comments);
  // An error may hide a warning, so a suppression counts as unused only if there is no error.
  const isSound =
    complete && findings.every(({ code, severity }) => severity !== "error" || isConfigurable(code));
  const heeded = suppress(findings, comments, { rules, complete: isSound });
  return { contracts, diagnostics: tidyDiagnostics([...misread, ...heeded]).map(withUsers(users)) };
}

/** Says of a finding in a used file which contracts use it. */
function withUsers(users: Users): (diagnostic: Diagnostic) => Diagnostic {
  return (diagnostic) => {
    const [first, ...more] = users.get(diagnostic.span.file) ?? [];
    if (first === undefined) return diagnostic;
    const used = `used by \`${first}\`${more.length > 0 ? ` and ${more.length} more` : ""}`;
    return { ...diagnostic, hint: diagnostic.hint === undefined ? used : `${diagnostic.hint}; ${used}` };
  };
}
