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
import type { FileSubject, RuleSubject } from "../rules/facts/rule.ts";
import type { Comment } from "../syntax/comment.ts";
import { parse } from "../syntax/parse.ts";
import { trustPatterns } from "../schemas/safe-pattern.ts";
import { deriveSubject } from "./derive-subject.ts";
import { joinTrees } from "./join-trees.ts";

/** The facts of one domain that need no other. */
export interface ReadContract extends ReadResult {
  readonly path: string;
  /** Its files: several if a domain stands in several. */
  readonly paths: readonly string[];
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
  /** The files that could be parsed. */
  readonly files: readonly FileSubject[];
  readonly document?: ContractDocument;
  readonly comments: readonly Comment[];
  readonly diagnostics: readonly Diagnostic[];
}

/** One domain, compiled among the others. */
export interface CompiledContract extends Compilation {
  readonly path: string;
  /** Its files: several if the domain stands in several. */
  readonly paths: readonly string[];
  readonly comments: readonly Comment[];
  /** Compiles the contract on first use. Undefined if its domain is unknown. */
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

/** parse -> decode. A used file declares no tools. */
export function readContract(source: SourceText, memo: Memo, isUsed = false): ReadContract {
  const { path, text } = source;
  const hash = isUsed ? hashData(["used", text]) : hashData(text);
  return readWith({ path, paths: [path], hash, name: "read" }, memo, () => parseContract(source, isUsed));
}

/** Files that declare one domain are read as one contract, with the path of the first that others do not use. */
export function joinContracts(
  read: readonly ReadContract[],
  used: Pick<ReadonlySet<string>, "has">,
  memo: Memo,
): readonly ReadContract[] {
  const domainOf = ({ path, declares }: ReadContract): string => declares?.domain?.value ?? `file ${path}`;
  const joined = [...Map.groupBy(read, domainOf)].map(([domain, files]) => {
    const own = files.filter(({ path }) => !used.has(path));
    const inOrder = [...own, ...files.filter((file) => !own.includes(file))];
    return inOrder.length === 1 ? inOrder : [joinFiles(domain, inOrder, memo)];
  });
  return joined.flat().toSorted((a, b) => compareText(a.path, b.path));
}

function joinFiles(domain: string, files: readonly ReadContract[], memo: Memo): ReadContract {
  const paths = files.map(({ path }) => path);
  const hash = hashData(files.map(({ path, hash: text }) => [path, text]));
  return readWith({ path: paths[0] ?? "", paths, hash, name: "join" }, memo, () => {
    const parsed = files.map((file) => file.parsed());
    const subjects = parsed.flatMap((each) => each.files);
    const joined = joinTrees(
      domain,
      subjects.map(({ tree }) => tree),
    );
    // What is wrong in a file was reported when it was decoded alone.
    const { document } = joined.tree ? decode(joined.tree) : {};
    const comments = parsed.flatMap((each) => each.comments);
    const diagnostics = [...parsed.flatMap((each) => each.diagnostics), ...joined.diagnostics];
    return { files: subjects, ...(document && { document }), comments, diagnostics };
  });
}

function readWith(
  { name, ...contract }: Pick<ReadContract, "path" | "paths" | "hash"> & { readonly name: string },
  memo: Memo,
  parseFiles: () => ParsedContract,
): ReadContract {
  const parsed = onceCompiled(parseFiles);
  const key = { group: contract.path, name, input: contract.hash, keeps: isSound };
  const reading = memo.run(key, noLookups, (): ReadResult => {
    const { files, document, comments, diagnostics } = parsed();
    const declares = document ? { declares: declarationsOf(document) } : {};
    const patterns = files.flatMap(({ tree }) => safePatterns(tree));
    return { ...declares, comments, diagnostics, safePatterns: patterns };
  });
  trustPatterns(reading.safePatterns);
  return { ...contract, ...reading, parsed };
}

function isSound({ diagnostics }: ReadResult): boolean {
  return diagnostics.length === 0;
}

function isComplete({ misread, isWhole }: Compilation): boolean {
  return isWhole && !misread.some(({ severity }) => severity === "error");
}

function parseContract(source: SourceText, isUsed: boolean): ParsedContract {
  const { tree, comments, diagnostics } = parse(source);
  if (!tree) return { files: [], comments, diagnostics };
  const { document, diagnostics: found } = decode(tree, isUsed);
  return {
    files: [{ tree, comments }],
    ...(document ? { document } : {}),
    comments,
    diagnostics: [...diagnostics, ...found],
  };
}

/** resolve -> derive -> check */
export function compileContract(
  read: ReadContract,
  world: World<ProjectNames>,
  rules: RuleSettings,
  memo: Memo,
): CompiledContract {
  const { path, paths, comments } = read;
  const input = hashData([read.hash, rules]);
  const fresh: { result?: Compilation & { readonly model?: DomainModel } } = {};
  const key = { group: path, name: "compile", input, keeps: isComplete };
  const compilation = memo.run(key, world, (names) => {
    const { model: _model, ...rest } = (fresh.result = compileParsed(read.parsed(), names, rules));
    return rest;
  });
  const again = (): DomainModel | undefined => compileParsed(read.parsed(), world.names, rules).model;
  return {
    path,
    paths,
    comments,
    ...compilation,
    model: fresh.result ? alwaysMemoized(fresh.result.model) : onceCompiled(again),
  };
}

function compileParsed(
  { files, document, diagnostics }: ParsedContract,
  names: ProjectNames,
  rules: RuleSettings,
): Compilation & { readonly model?: DomainModel } {
  const misread = [...diagnostics];
  const report: Report = (diagnostic) => void misread.push(diagnostic);
  const written = files.flatMap((file) => checkFile(file, rules));
  const name = document?.fields.domain?.value;
  if (!document || name === undefined) return { misread, findings: written, isWhole: false };
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
