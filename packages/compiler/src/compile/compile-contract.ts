import { type ContractDocument, decode } from "../decode/decode.ts";
import { type DomainModel, withoutSpans } from "../derive/model.ts";
import { hashData, type Memo, noLookups, type World } from "../incremental/memo.ts";
import { compareText, type Diagnostic, type Report } from "../report/diagnostic.ts";
import type { SourceText } from "../report/source.ts";
import { type Declarations, declarationsOf } from "../resolve/declarations.ts";
import type { ProjectNames } from "../resolve/project-names.ts";
import { type ResolvedDomain, resolve } from "../resolve/resolve.ts";
import { checkFile, checkTools, type RuleSettings } from "../rules/check.ts";
import { safePatterns } from "../rules/unsafe-pattern.ts";
import { collectFacts, type ContractFacts } from "../rules/facts/facts.ts";
import type { RuleSubject } from "../rules/facts/rule.ts";
import type { Comment } from "../syntax/comment.ts";
import { parse } from "../syntax/parse.ts";
import type { MapNode } from "../syntax/syntax-tree.ts";
import { trustPatterns } from "../schemas/safe-pattern.ts";
import { deriveSubject } from "./derive-subject.ts";

/** The facts of one file that need no other file. */
export interface ReadContract extends ReadResult {
  readonly path: string;
  readonly hash: string;
  /** Parses a contract's text on first use. */
  parsed(): ParsedContract;
}

/** The part that the memo keeps. Plain data. */
interface ReadResult {
  readonly declares?: Declarations;
  readonly comments: readonly Comment[];
  /** The diagnostics of parsing and decoding. */
  readonly diagnostics: readonly Diagnostic[];
  /** Regular expressions that were found safe: testing one takes longer than compiling a contract. */
  readonly safePatterns: readonly string[];
}

interface ParsedContract {
  readonly tree?: MapNode;
  readonly document?: ContractDocument;
  readonly comments: readonly Comment[];
  readonly diagnostics: readonly Diagnostic[];
}

/** One file, compiled among the others. */
export interface CompiledContract extends Compilation {
  readonly path: string;
  readonly comments: readonly Comment[];
  /** Compiles the contract on first use. Undefined if its domain is unknown or declared by another file too. */
  model(): DomainModel | undefined;
}

/** The part that the memo keeps. Plain data. */
interface Compilation {
  /** A hash of the model without its spans; absent if there is no model. */
  readonly modelHash?: string;
  readonly facts?: ContractFacts;
  /** The diagnostics of parsing, decoding and resolving. */
  readonly misread: readonly Diagnostic[];
  /** Findings of the rules about a file or a tool, before suppression. */
  readonly findings: readonly Diagnostic[];
  /** False if a part of the file is missing in the model, even if nothing was reported. */
  readonly isWhole: boolean;
}

/** parse -> decode */
export function readContract(source: SourceText, memo: Memo): ReadContract {
  const { path, text } = source;
  const parsed = onceCompiled(() => parseContract(source));
  const hash = hashData(text);
  const key = { group: path, name: "read", input: hash, keeps: isSound };
  const reading = memo.run(key, noLookups, (): ReadResult => {
    const { tree, document, comments, diagnostics } = parsed();
    const declares = document ? { declares: declarationsOf(document) } : {};
    return { ...declares, comments, diagnostics, safePatterns: tree ? safePatterns(tree) : [] };
  });
  trustPatterns(reading.safePatterns);
  return { path, hash, ...reading, parsed };
}

function isSound({ diagnostics }: ReadResult): boolean {
  return diagnostics.length === 0;
}

function isComplete({ misread, isWhole }: Compilation): boolean {
  return isWhole && !misread.some(({ severity }) => severity === "error");
}

function parseContract(source: SourceText): ParsedContract {
  const { tree, comments, diagnostics } = parse(source);
  if (!tree) return { comments, diagnostics };
  const decoded = decode(tree);
  const { document } = decoded;
  const all = [...diagnostics, ...decoded.diagnostics];
  return { tree, ...(document ? { document } : {}), comments, diagnostics: all };
}

/** resolve -> derive -> check */
export function compileContract(
  read: ReadContract,
  world: World<ProjectNames>,
  rules: RuleSettings,
  memo: Memo,
): CompiledContract {
  const { path, comments } = read;
  const input = hashData([read.hash, rules]);
  const fresh: { result?: Compilation & { readonly model?: DomainModel } } = {};
  const key = { group: path, name: "compile", input, keeps: isComplete };
  const compilation = memo.run(key, world, (names) => {
    const { model: _model, ...rest } = (fresh.result = compileParsed(path, read.parsed(), names, rules));
    return rest;
  });
  const again = (): DomainModel | undefined => compileParsed(path, read.parsed(), world.names, rules).model;
  return {
    path,
    comments,
    ...compilation,
    model: fresh.result ? alwaysMemoized(fresh.result.model) : onceCompiled(again),
  };
}

function compileParsed(
  path: string,
  { tree, document, comments, diagnostics }: ParsedContract,
  names: ProjectNames,
  rules: RuleSettings,
): Compilation & { readonly model?: DomainModel } {
  const misread = [...diagnostics];
  const report: Report = (diagnostic) => void misread.push(diagnostic);
  const written = tree ? checkFile({ tree, comments }, rules) : [];
  const name = document?.fields.domain?.value;
  if (!document || name === undefined || names.owners.get(name) !== path)
    return { misread, findings: written, isWhole: false };
  const { model, facts, subjects } = deriveDomain(resolve(name, document, names, report));
  const { tools = [], types = [] } = document.fields;
  return {
    model,
    modelHash: hashData(withoutSpans(model)),
    facts,
    misread,
    findings: [...written, ...checkTools(subjects, rules)],
    isWhole: model.tools.length === tools.length && Object.keys(model.types).length === types.length,
  };
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

/** A separate function, so that its closure does not keep the syntax tree in memory. */
function alwaysMemoized<Value>(value: Value): () => Value {
  return () => value;
}

function onceCompiled<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
