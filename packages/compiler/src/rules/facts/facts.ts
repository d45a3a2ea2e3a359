import type { Exception, FlowSource, Idempotency, ToolContract } from "@proviso/manifest";
import type { Located, ToolFields } from "../../decode/document.ts";
import type { ToolModel } from "../../derive/model.ts";
import type { ResolvedDomain } from "../../resolve/resolve.ts";
import type { DeclaredNames, NamesByKind } from "../../resolve/used-names.ts";
import type { Span } from "../../report/source.ts";
import { type Mention, mentionsIn } from "./mentions.ts";
import { readerProblem, schemasOf, type ToolSchemas, undoerProblem } from "./reconcile-facts.ts";
import { sendsUnasked } from "./sends-unasked.ts";
import { toolListCharacters } from "./tool-list-characters.ts";

/** A complete tool, and what its author wrote. */
export interface WrittenTool {
  readonly tool: ToolModel;
  readonly written: Partial<ToolFields>;
}

/** The facts about one contract file that rules with the scope `project` need. Plain data. */
export interface ContractFacts {
  readonly file: string;
  readonly domain: string;
  readonly declared: DeclaredNames;
  /** The full names that the tools of this file use; types include those used by other types. */
  readonly used: NamesByKind;
  readonly tools: readonly ToolFacts[];
}

export interface ToolFacts
  extends FlowSource, Pick<ToolContract, "name" | "wireName" | "riskLevel" | "permissions"> {
  readonly span: Span;
  /** Whether some call can send data out without asking a person. */
  readonly sendsUnasked: boolean;
  /** The size of the tool in the tool list, in characters. */
  readonly characters: number;
  /** Words in its texts that may be names of other tools. */
  readonly mentions: readonly Mention[];
  /** The tool that finds out unknown outcomes of this one. */
  readonly reconcile?: { readonly by: string; readonly span: Span; readonly schemas?: ToolSchemas };
  /** The tool that undoes its steps. */
  readonly compensate?: Located<string>;
  readonly hasEffects: boolean;
  /** Why it cannot undo a step, whichever that is. */
  readonly undoerProblem?: string | undefined;
  /** Of a tool that can find out what became of calls of another. */
  readonly reader?: ToolSchemas;
  /** Why it cannot. */
  readonly readerProblem?: string;
  /** Calls that run without a person, until a day. */
  readonly exception?: Exception & { readonly span: Span };
  /** How repeated calls are recognized, where the contract says so. */
  readonly idempotency?: Pick<Idempotency, "key" | "ttlMs"> & { readonly span: Span };
}

/** The limits on characters in an agent's context: for one tool, and for the whole list. */
export interface ContextBudget {
  readonly tool: number;
  readonly list: number;
}

/** About 2,000 and 25,000 tokens, where hosts begin to warn. */
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

/** The tools of the contracts that an agent can see. */
export function callableToolsIn(contracts: readonly ContractFacts[]): ToolFacts[] {
  return contracts.flatMap(({ tools }) => tools.filter(({ riskLevel }) => riskLevel !== "forbidden"));
}

function toolFacts({ tool, written }: WrittenTool): ToolFacts {
  const { name, wireName, riskLevel, permissions, dataFlow, exception, idempotency, spans } = tool;
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
    ...readerFacts(tool),
    ...(written.reconcile && {
      reconcile: { by: written.reconcile.value, span: written.reconcile.span, ...optionalSchemas(tool) },
    }),
    ...(written.compensate && { compensate: written.compensate }),
    hasEffects: tool.sideEffects.length > 0,
    undoerProblem: undoerProblem(tool),
    ...(exception && { exception: { ...exception, span: fields["exception"] ?? span } }),
    ...(idempotency && {
      idempotency: { key: idempotency.key, ttlMs: idempotency.ttlMs, span: fields["idempotency"] ?? span },
    }),
  };
}

function readerFacts(tool: ToolModel): Pick<ToolFacts, "reader" | "readerProblem"> {
  const problem = readerProblem(tool);
  if (problem !== undefined) return { readerProblem: problem };
  const schemas = schemasOf(tool);
  return schemas ? { reader: schemas } : {};
}

function optionalSchemas(tool: ToolModel): { readonly schemas?: ToolSchemas } {
  const schemas = schemasOf(tool);
  return schemas ? { schemas } : {};
}
