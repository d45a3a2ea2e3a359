import type { Idempotency, ToolContract } from "@proviso/manifest";
import type { ToolFields } from "../../decode/document.ts";
import type { ToolModel } from "../../derive/model.ts";
import type { ResolvedDomain } from "../../resolve/resolve.ts";
import type { DeclaredNames, NamesByKind } from "../../resolve/used-names.ts";
import type { Span } from "../../report/source.ts";
import { type Mention, mentionsIn } from "./mentions.ts";
import { sendsUnasked } from "./sends-unasked.ts";
import { toolListCharacters } from "./tool-list-characters.ts";

/** A complete tool, and what its author wrote. */
export interface WrittenTool {
  readonly tool: ToolModel;
  readonly written: Partial<ToolFields>;
}

/** What rules about the whole project have to know of one contract file. Plain data. */
export interface ContractFacts {
  readonly file: string;
  readonly domain: string;
  readonly declared: DeclaredNames;
  /** What the tools of this file use, by full name; types through other types, too. */
  readonly used: NamesByKind;
  readonly tools: readonly ToolFacts[];
}

export interface ToolFacts extends Pick<
  ToolContract,
  "name" | "wireName" | "riskLevel" | "permissions" | "dataFlow"
> {
  readonly span: Span;
  /** Whether some call can carry data out and no person is asked. */
  readonly sendsUnasked: boolean;
  /** What the tool adds to a list of tools, in characters. */
  readonly characters: number;
  /** What may be names of other tools, in its texts. */
  readonly mentions: readonly Mention[];
  /** By what repeated calls are known, where the contract says so. */
  readonly idempotency?: Pick<Idempotency, "key" | "ttlMs"> & { readonly span: Span };
}

/** How many characters of an agent's context tools may take: one of them, and the list of all. */
export interface ContextBudget {
  readonly tool: number;
  readonly list: number;
}

/** About 2,000 and 25,000 tokens: what hosts begin to warn about. */
export const defaultBudget: ContextBudget = { tool: 8000, list: 100_000 };

export function collectFacts(domain: ResolvedDomain, tools: readonly WrittenTool[]): ContractFacts {
  return {
    file: domain.file,
    domain: domain.name,
    declared: domain.declared,
    used: domain.used,
    tools: tools.map(toolFacts),
  };
}

/** Those that an agent can know of. */
export function callableTools(contracts: readonly ContractFacts[]): ToolFacts[] {
  return contracts.flatMap(({ tools }) => tools.filter(({ riskLevel }) => riskLevel !== "forbidden"));
}

function toolFacts({ tool, written }: WrittenTool): ToolFacts {
  const { name, wireName, riskLevel, permissions, dataFlow, idempotency, spans } = tool;
  const { name: span, fields } = spans;
  return {
    name,
    ...(wireName !== undefined && { wireName }),
    riskLevel,
    permissions,
    dataFlow,
    span,
    sendsUnasked: sendsUnasked(tool),
    characters: toolListCharacters(tool),
    mentions: mentionsIn(written).filter(({ word }) => word !== tool.deprecated?.successor),
    ...(idempotency && {
      idempotency: { key: idempotency.key, ttlMs: idempotency.ttlMs, span: fields["idempotency"] ?? span },
    }),
  };
}
