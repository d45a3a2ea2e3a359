import { compile } from "../../compile/compile.ts";
import type { SourceText } from "../../report/source.ts";
import { draftContracts, type DraftOptions } from "../draft.ts";
import type { ForeignTool, ImportNote } from "../foreign-tool.ts";
import { type Imported, type ImportRequest, pathOf } from "../import-list.ts";
import type { ContractName } from "../plan-names.ts";
import { settle } from "../settle.ts";
import type { WrittenContract } from "../write-contract.ts";
import { findTools, type FoundContract } from "./find-tools.ts";
import { type ImportChange, mergeContract } from "./merge-contract.ts";

export interface AgainRequest extends ImportRequest {
  /** The contracts that are there. */
  readonly contracts: readonly SourceText[];
  /** What was imported the last time; undefined if nobody knows. */
  readonly before: readonly ForeignTool[] | undefined;
}

export interface ImportedAgain extends Imported {
  readonly changes: readonly ImportChange[];
}

/** Contracts brought up to date: what a server changed is changed, and what people wrote stays. */
export function importAgain(request: AgainRequest): ImportedAgain {
  const found = findTools(request.contracts);
  const placed = new Map(found.flatMap(({ tools }) => [...tools]));
  const notes: ImportNote[] = [];
  const changes: ImportChange[] = [];
  const base =
    request.before && draft(request.before, request, { placed, found, isBase: true, note: () => undefined });
  const next = draft(request.tools, request, { placed, found, base, note: (each) => void notes.push(each) });
  const listed = new Set(request.tools.map(({ name }) => name));
  const gone = (request.before ?? [])
    .filter(({ name }) => !listed.has(name))
    .flatMap(({ name }) => placed.get(name) ?? []);
  const changed = (change: ImportChange): void => void changes.push(change);
  const domains = new Set([...next.keys(), ...gone.map(({ domain }) => domain)]);
  const sources = [...domains].map((domain) => {
    const contract = next.get(domain) ?? { domain, description: "", types: {}, tools: [] };
    const there = found.find((each) => each.domain === domain);
    if (!there) return newContract(contract, next, changed);
    const before = base && (base.get(domain) ?? { ...contract, types: {}, tools: [] });
    const verbs = gone.filter((each) => each.domain === domain).map(({ verb }) => verb);
    return mergeContract({ source: there.source, base: before, next: contract, gone: verbs, changed });
  });
  const contracts = sources.filter(
    (source) => !request.contracts.some(({ path, text }) => path === source.path && text === source.text),
  );
  return { contracts, notes, changes, errors: errorsOf(request.contracts, contracts) };
}

type Drafts = ReadonlyMap<string, WrittenContract & { readonly text?: string }>;

interface DraftContext {
  readonly placed: ReadonlyMap<string, ContractName>;
  readonly found: readonly FoundContract[];
  readonly isBase?: boolean;
  readonly base?: Drafts | undefined;
  note(note: ImportNote): void;
}

/** What importing a list says, by domain, with the names that its tools have in the contracts. */
function draft(
  tools: readonly ForeignTool[],
  request: AgainRequest,
  { placed, found, base, note }: DraftContext,
): Drafts {
  // Types that people declared are not the ones of the import.
  const own = new Map(
    found.map(({ domain, types }) => [
      domain,
      types.filter((name) => base && !Object.hasOwn(base.get(domain)?.types ?? {}, name)),
    ]),
  );
  const options: DraftOptions = { ...request, placed, takenTypes: (domain) => own.get(domain) ?? [], note };
  const { contracts, texts } = settle(draftContracts(tools, options), [], pathOf, note);
  return new Map(
    contracts.map((contract) => [
      contract.domain,
      { ...contract, text: texts.get(pathOf(contract.domain)) ?? "" },
    ]),
  );
}

function newContract(
  contract: WrittenContract,
  drafts: Drafts,
  changed: (change: ImportChange) => void,
): SourceText {
  for (const { name } of contract.tools) changed({ kind: "added", tool: `${name.domain}.${name.verb}` });
  return { path: pathOf(contract.domain), text: drafts.get(contract.domain)?.text ?? "" };
}

function errorsOf(before: readonly SourceText[], changed: readonly SourceText[]): Imported["errors"] {
  const paths = new Set(changed.map(({ path }) => path));
  const sources = [...before.filter(({ path }) => !paths.has(path)), ...changed];
  return compile(sources).diagnostics.filter(({ severity }) => severity === "error");
}
