import type { ContractModel } from "../derive/model.ts";
import type { SourceText } from "../report/source.ts";
import { recordOf } from "../syntax/record.ts";
import type { Diagnostic } from "../report/diagnostic.ts";
import { draftContracts } from "./draft.ts";
import type { ForeignTool, ImportNote } from "./read/foreign-tool.ts";
import { formatted } from "./formatted.ts";
import { correctErrors } from "./correct-errors.ts";
import type { WrittenContract } from "./write-contract.ts";

export interface ImportRequest {
  readonly tools: readonly ForeignTool[];
  readonly product: string;
  /** The domain of tools that have no other. */
  readonly domain: string;
  /** Puts all tools into `domain`. */
  readonly isOneDomain: boolean;
  /** Where editors find the schema of contracts, relative to a contract. New contracts name it. */
  readonly schema?: string;
}

export interface Imported {
  /** The new and the changed contracts. */
  readonly contracts: readonly SourceText[];
  readonly notes: readonly ImportNote[];
  /** The name of each tool in the contracts, by its name in the list. */
  readonly names: Readonly<Record<string, string>>;
  /** Errors that remain in the contracts. */
  readonly errors: readonly Diagnostic[];
  /** What the contracts say, if they compile. */
  readonly model?: ContractModel;
}

/** Writes contracts for the tools of a server without contracts. They compile, or `errors` says why not. */
export function importTools({ tools, ...request }: ImportRequest): Imported {
  const notes: ImportNote[] = [];
  const note = (each: ImportNote): void => void notes.push(each);
  const drafts = draftContracts(tools, { ...request, placed: new Map(), note });
  const { texts, contracts, errors, model } = correctErrors(drafts, [], draftPath, note);
  return {
    /** Not every caller reads them, and formatting takes longer than printing. The places of errors are in the text as it is. */
    get contracts() {
      const sources = [...texts].map(([path, text]) => ({ path, text }));
      return errors.length > 0 ? sources : sources.map(formatted);
    },
    notes,
    names: namesIn(contracts),
    errors,
    ...(model && { model }),
  };
}

export function namesIn(contracts: readonly WrittenContract[]): Readonly<Record<string, string>> {
  const tools = contracts.flatMap((contract) => contract.tools);
  return recordOf(tools.map(({ foreign, name }) => [foreign, `${name.domain}.${name.verb}`]));
}

/** The path of a new contract in a project. */
export function draftPath(domain: string): string {
  return `contracts/${domain}.yaml`;
}
