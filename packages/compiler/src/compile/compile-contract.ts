import { type ContractDocument, decode } from "../decode/decode.ts";
import { deriveSubject } from "./derive-subject.ts";
import { compareText, type Diagnostic, type Report } from "../report/diagnostic.ts";
import { hashText, type KeptContract } from "./kept-contract.ts";
import type { DomainModel } from "../derive/model.ts";
import type { Comment } from "../syntax/comment.ts";
import { parse } from "../syntax/parse.ts";
import { type Declarations, declarationsOf } from "../resolve/declarations.ts";
import { withSchemas } from "../resolve/named-types.ts";
import type { ProjectNames } from "../resolve/project-names.ts";
import { type ResolvedDomain, resolve } from "../resolve/resolve.ts";
import { surroundings, usesOf } from "../resolve/surroundings.ts";
import { checkFile, checkTools, type RuleSettings } from "../rules/check.ts";
import { safePatterns } from "../rules/contract/unsafe-pattern.ts";
import { collectFacts, type ContractFacts } from "../rules/facts/facts.ts";
import type { RuleSubject } from "../rules/facts/rule.ts";
import type { SourceText } from "../report/source.ts";
import type { MapNode } from "../syntax/syntax-tree.ts";

/** One file, as far as it can be read without the others. */
export interface ReadContract {
  readonly source: SourceText;
  readonly tree?: MapNode;
  readonly document?: ContractDocument;
  readonly declares?: Declarations;
  readonly comments: readonly Comment[];
  /** Of parsing and decoding. */
  readonly diagnostics: readonly Diagnostic[];
}

/** One file, compiled among the others. */
export interface CompiledContract {
  readonly path: string;
  /** Absent if its domain is unknown, or another file's too; and if the contract was kept. */
  readonly model?: DomainModel;
  readonly facts?: ContractFacts;
  /** What is no contract: of parsing, decoding and resolving. */
  readonly misread: readonly Diagnostic[];
  /** What the rules about a file and about a tool say, before suppression. */
  readonly findings: readonly Diagnostic[];
  readonly comments: readonly Comment[];
  /** Only of a contract without a mistake. */
  readonly kept?: KeptContract;
}

/** parse -> decode */
export function readContract(source: SourceText): ReadContract {
  const { tree, comments, diagnostics } = parse(source);
  if (!tree) return { source, comments, diagnostics };
  const decoded = decode(tree);
  const { document } = decoded;
  return {
    source,
    tree,
    comments,
    ...(document ? { document, declares: declarationsOf(document) } : {}),
    diagnostics: [...diagnostics, ...decoded.diagnostics],
  };
}

/** resolve -> derive -> check */
export function compileContract(
  read: ReadContract,
  names: ProjectNames,
  rules: RuleSettings,
): CompiledContract {
  const { source, tree, document, declares, comments } = read;
  const misread = [...read.diagnostics];
  const report: Report = (diagnostic) => void misread.push(diagnostic);
  const written = tree ? checkFile({ tree, comments }, rules) : [];
  const name = document?.fields.domain?.value;
  const base = { path: source.path, misread, comments };
  if (!document || !declares || name === undefined || !isOwner(name, source.path, names))
    return { ...base, findings: written };
  const resolved = resolve(name, document, names, report);
  const { model, facts, subjects } = derive(resolved);
  const findings = [...written, ...checkTools(subjects, rules)];
  const whole = { ...base, model, facts, findings };
  const { incomplete, misread: unknown } = names.symbols;
  // With names missing, a reference to nothing goes unreported: that must not be kept.
  const isMisread = misread.length > 0 || names.diagnostics.some(({ span }) => span.file === source.path);
  if (isMisread || incomplete || unknown.size > 0) return whole;
  const uses = usesOf(name, document, resolved.used, names);
  const kept = {
    hash: hashText(source),
    declares: withSchemas(declares, names.types),
    uses,
    surroundings: surroundings(uses, names),
    safePatterns: tree ? safePatterns(tree) : [],
    findings,
    comments,
    facts,
  };
  return { ...whole, kept };
}

/** A contract that was compiled before, if all that it refers to is what it was. */
export function reuseContract(
  path: string,
  kept: KeptContract,
  names: ProjectNames,
): CompiledContract | undefined {
  if (!isOwner(kept.facts.domain, path, names)) return undefined;
  if (surroundings(kept.uses, names) !== kept.surroundings) return undefined;
  const { facts, findings, comments } = kept;
  return { path, facts, findings, comments, misread: [], kept };
}

function isOwner(domain: string, path: string, { symbols }: ProjectNames): boolean {
  return symbols.domains.get(domain)?.file === path;
}

interface DerivedDomain {
  readonly model: DomainModel;
  readonly facts: ContractFacts;
  readonly subjects: readonly RuleSubject[];
}

function derive(domain: ResolvedDomain): DerivedDomain {
  const subjects = domain.tools.map(deriveSubject);
  const tools = subjects.map(({ tool }) => tool).toSorted((a, b) => compareText(a.name, b.name));
  const { name, file, description, types, permissions } = domain;
  const model = { name, file, description, types, permissions, tools };
  return { model, facts: collectFacts(domain, subjects), subjects };
}
