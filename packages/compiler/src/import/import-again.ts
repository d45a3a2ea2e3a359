import { compile } from "../compile/compile.ts";
import type { SourceText } from "../report/source.ts";
import { parse } from "../syntax/parse.ts";
import { formatted } from "./formatted.ts";
import { draftContracts, type DraftOptions } from "./draft.ts";
import type { ForeignTool, ImportNote } from "./read/foreign-tool.ts";
import { type Imported, type ImportRequest, namesIn, draftPath } from "./import-list.ts";
import type { ContractName } from "./assign-names.ts";
import { correctErrors } from "./correct-errors.ts";
import type { WrittenContract } from "./write-contract.ts";
import { findTools, type FoundContract } from "./find-tools.ts";
import { type ImportChange, mergeContract } from "./merge-contract.ts";

export interface AgainRequest extends ImportRequest {
  /** The contracts of an earlier import, as edited since. */
  readonly contracts: readonly SourceText[];
  /** The tools of the previous import; undefined if unknown. */
  readonly before: readonly ForeignTool[] | undefined;
  /** The names of those tools in the contracts. */
  readonly names?: Readonly<Record<string, string>>;
  /** Tools of earlier imports that were no longer listed by the previous one. */
  readonly gone?: readonly ForeignTool[];
}

export interface ImportedAgain extends Imported {
  readonly changes: readonly ImportChange[];
  /** Tools that are no longer listed, and whose contracts stay. */
  readonly gone: readonly ForeignTool[];
}

/** Updates contracts: applies the changes of the server and keeps those of people. */
export function importAgain(againRequest: AgainRequest): ImportedAgain {
  const unread = againRequest.contracts.flatMap((source) => parse(source).diagnostics);
  const names = againRequest.names ?? {};
  // A contract that cannot be parsed cannot be updated.
  if (unread.length > 0) return { contracts: [], notes: [], names, changes: [], gone: [], errors: unread };
  const found = findTools(againRequest.contracts);
  const placed = toolPlaces(found, names);
  const before = againRequest.before ?? [];
  // A tool that a person removed from the contracts is not added again.
  const known = new Set(before.map(({ name }) => name));
  const isLeft = ({ name }: ForeignTool): boolean => known.has(name) && !placed.has(name);
  const tools = againRequest.tools.filter((tool) => !isLeft(tool));
  const notes: ImportNote[] = [];
  const base =
    againRequest.before &&
    draftContract(
      before.filter((tool) => !isLeft(tool)),
      againRequest,
      { placed, found, note: () => undefined },
    );
  const next = draftContract(tools, againRequest, {
    placed,
    found,
    base,
    note: (each) => void notes.push(each),
  });
  const listed = new Set(againRequest.tools.map(({ name }) => name));
  const unlisted = before.filter(({ name }) => !listed.has(name));
  const gone = unlisted.flatMap(({ name }) => placed.get(name) ?? []);
  const changes: ImportChange[] = againRequest.tools
    .filter(isLeft)
    .map(({ name }) => ({ kind: "left", tool: names[name] ?? name }));
  const contracts = mergeAll({
    request: againRequest,
    found,
    base,
    next,
    gone,
    changed: (each) => void changes.push(each),
  });
  const all = { ...names, ...namesIn([...next.values()]) };
  const kept = [...unlisted, ...(againRequest.gone ?? [])].filter(
    ({ name }) => placed.has(name) && !listed.has(name),
  );
  const errors = errorsOf(againRequest.contracts, contracts);
  return { contracts, notes, names: all, changes, gone: kept, errors };
}

/**
 * The names of existing tools by their names over MCP. For a name that a contract cannot state,
 * uses that of the previous import.
 */
function toolPlaces(
  found: readonly FoundContract[],
  names: Readonly<Record<string, string>>,
): ReadonlyMap<string, ContractName> {
  const tools = found.flatMap((each) => [...each.tools]);
  const byName = new Map(tools.map(([, name]) => [`${name.domain}.${name.verb}`, name]));
  const others = Object.entries(names).flatMap(([foreign, name]) => {
    const place = byName.get(name);
    return place ? [[foreign, place] as const] : [];
  });
  return new Map([...others, ...tools]);
}

interface MergeAll {
  readonly request: AgainRequest;
  readonly found: readonly FoundContract[];
  readonly base: ContractDrafts | undefined;
  readonly next: ContractDrafts;
  readonly gone: readonly ContractName[];
  changed(change: ImportChange): void;
}

/** The new contracts, and those that importing again changed. */
function mergeAll({
  request: againRequest,
  found,
  base,
  next,
  gone,
  changed,
}: MergeAll): readonly SourceText[] {
  const domains = new Set([...next.keys(), ...gone.map(({ domain }) => domain)]);
  const sources = [...domains].map((domain) => {
    const contract = next.get(domain) ?? { domain, description: "", types: {}, failureModes: {}, tools: [] };
    const there = found.find((each) => each.domain === domain);
    if (!there) return newContract(contract, next, changed);
    const before = base && (base.get(domain) ?? { ...contract, types: {}, failureModes: {}, tools: [] });
    const verbs = gone.filter((each) => each.domain === domain).map(({ verb }) => verb);
    return mergeContract({ source: there.source, base: before, next: contract, gone: verbs, changed });
  });
  return sources.filter(
    (source) =>
      !againRequest.contracts.some(({ path, text }) => path === source.path && text === source.text),
  );
}

type ContractDrafts = ReadonlyMap<string, WrittenContract & { readonly text?: string }>;

interface DraftContext {
  readonly placed: ReadonlyMap<string, ContractName>;
  readonly found: readonly FoundContract[];
  readonly base?: ContractDrafts | undefined;
  note(note: ImportNote): void;
}

/** The contracts that a fresh import would write, by domain. Tools keep their existing names. */
function draftContract(
  tools: readonly ForeignTool[],
  againRequest: AgainRequest,
  { placed, found, base, note }: DraftContext,
): ContractDrafts {
  // The names of types that people declared, which the import must not use.
  const own = new Map(
    found.map(({ domain, types }) => [
      domain,
      types.filter((name) => base && !Object.hasOwn(base.get(domain)?.types ?? {}, name)),
    ]),
  );
  const options: DraftOptions = {
    ...againRequest,
    placed,
    takenTypes: (domain) => own.get(domain) ?? [],
    note,
  };
  const { contracts, texts } = correctErrors(draftContracts(tools, options), [], draftPath, note);
  return new Map(
    contracts.map((contract) => [
      contract.domain,
      { ...contract, text: texts.get(draftPath(contract.domain)) ?? "" },
    ]),
  );
}

function newContract(
  contract: WrittenContract,
  drafts: ContractDrafts,
  changed: (change: ImportChange) => void,
): SourceText {
  for (const { name } of contract.tools) changed({ kind: "added", tool: `${name.domain}.${name.verb}` });
  return formatted({ path: draftPath(contract.domain), text: drafts.get(contract.domain)?.text ?? "" });
}

function errorsOf(before: readonly SourceText[], changed: readonly SourceText[]): Imported["errors"] {
  const paths = new Set(changed.map(({ path }) => path));
  const sources = [...before.filter(({ path }) => !paths.has(path)), ...changed];
  return compile(sources).diagnostics.filter(({ severity }) => severity === "error");
}
