import { decode } from "./decode/decode.ts";
import { deriveSubject } from "./derive/derive-subject.ts";
import { compareText, type Diagnostic, tidyDiagnostics } from "./diagnostic.ts";
import type { ContractModel, DomainModel } from "./model.ts";
import { parse } from "./parse.ts";
import { type ResolvedDomain, resolve } from "./resolve/resolve.ts";
import { checkFile, checkProject, checkTools, type RuleSettings } from "./rules/check.ts";
import { collectFacts, type ContextBudget, type ContractFacts, defaultBudget } from "./rules/facts.ts";
import type { RuleSubject } from "./rules/rule.ts";
import type { SourceText } from "./source.ts";
import { suppress } from "./suppress/suppress.ts";

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
export function compile(
  sources: readonly SourceText[],
  { rules = {}, contextBudget = defaultBudget }: CompileOptions = {},
): CompileResult {
  const parsed = sources.toSorted((a, b) => compareText(a.path, b.path)).map(parse);
  const decoded = parsed.flatMap(({ tree }) => (tree ? [decode(tree)] : []));
  const documents = decoded.flatMap(({ document }) => (document ? [document] : []));
  const resolved = resolve(documents, documents.length < sources.length);
  const derived = resolved.domains.map(deriveDomain);
  const misread = [...parsed, ...decoded, resolved].flatMap((stage) => stage.diagnostics);
  const findings = [
    ...parsed.flatMap(({ tree, comments }) => (tree ? checkFile({ tree, comments }, rules) : [])),
    ...derived.flatMap(({ subjects }) => checkTools(subjects, rules)),
    // What is not all there gives no picture of the whole.
    ...(misread.length === 0
      ? checkProject({ contracts: derived.map(({ facts }) => facts), budget: contextBudget }, rules)
      : []),
  ];
  const comments = parsed.map((each) => each.comments);
  const heeded = suppress(findings, comments, { rules, complete: misread.length === 0 });
  const diagnostics = tidyDiagnostics([...misread, ...heeded]);
  if (diagnostics.some(({ severity }) => severity === "error")) return { diagnostics };
  const domains = derived.map(({ model }) => model).toSorted((a, b) => compareText(a.name, b.name));
  return { model: { domains }, diagnostics };
}

interface DerivedDomain {
  readonly model: DomainModel;
  readonly facts: ContractFacts;
  readonly subjects: readonly RuleSubject[];
}

function deriveDomain(domain: ResolvedDomain): DerivedDomain {
  const subjects = domain.tools.map(deriveSubject);
  const tools = subjects.map(({ tool }) => tool).toSorted((a, b) => compareText(a.name, b.name));
  const { name, file, description, types, permissions } = domain;
  const model = { name, file, description, types, permissions, tools };
  return { model, facts: collectFacts(domain, subjects), subjects };
}
