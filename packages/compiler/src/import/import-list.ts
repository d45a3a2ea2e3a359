import type { SourceText } from "../report/source.ts";
import { recordOf } from "../syntax/record.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { draftContracts } from "./draft.ts";
import type { ForeignTool, ImportNote } from "./foreign-tool.ts";
import { settle } from "./settle.ts";
import type { WrittenContract } from "./write-contract.ts";

export interface ImportRequest {
  readonly tools: readonly ForeignTool[];
  readonly product: string;
  /** The domain of tools that have no other. */
  readonly domain: string;
  /** Put everything into `domain`. */
  readonly isOneDomain: boolean;
}

export interface Imported {
  /** The contracts that are new or changed. */
  readonly contracts: readonly SourceText[];
  readonly notes: readonly ImportNote[];
  /** The tools of the list by their names there: the name of each in the contracts. */
  readonly names: Readonly<Record<string, string>>;
  /** Errors that the contracts still have. */
  readonly errors: readonly Diagnostic[];
}

/** Contracts for tools that a server lists without any. They compile. */
export function importTools({ tools, product, domain, isOneDomain }: ImportRequest): Imported {
  const notes: ImportNote[] = [];
  const note = (each: ImportNote): void => void notes.push(each);
  const drafts = draftContracts(tools, { product, domain, isOneDomain, placed: new Map(), note });
  const { texts, contracts, errors } = settle(drafts, [], pathOf, note);
  return {
    contracts: [...texts].map(([path, text]) => ({ path, text })),
    notes,
    names: namesIn(contracts),
    errors,
  };
}

export function namesIn(contracts: readonly WrittenContract[]): Readonly<Record<string, string>> {
  const tools = contracts.flatMap((contract) => contract.tools);
  return recordOf(tools.map(({ foreign, name }) => [foreign, `${name.domain}.${name.verb}`]));
}

/** Where a new contract is, in a project. */
export function pathOf(domain: string): string {
  return `contracts/${domain}.yaml`;
}
