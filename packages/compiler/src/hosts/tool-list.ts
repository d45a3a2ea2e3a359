import {
  type JsonSchema,
  planDefinition,
  type WireNames,
  wireDescription,
  wireInputSchema,
  wireName,
} from "@proviso/manifest";
import type { DomainModel, ToolModel, ToolSpans } from "../derive/model.ts";
import type { Span } from "../report/source.ts";
import { innerSchemas } from "../rules/facts/inner-schemas.ts";

/** The list of tools as a host receives it: names and schemas as on the wire. */
export interface HostToolList {
  /** The product: the name under which hosts may know the server. */
  readonly server: string;
  readonly tools: readonly SentTool[];
}

export interface SentTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly spans: ToolSpans;
}

export interface ListOptions {
  readonly product: string;
  readonly wireNames: WireNames;
}

export function toolListOf(
  domains: readonly DomainModel[],
  { product, wireNames }: ListOptions,
): HostToolList {
  const callable = domains.flatMap(({ tools }) => tools.filter(({ riskLevel }) => riskLevel !== "forbidden"));
  return { server: product, tools: callable.flatMap((tool) => listed(tool, wireNames)) };
}

/** A tool, and the tool beside it that makes its plan. */
function listed(tool: ToolModel, wireNames: WireNames): readonly SentTool[] {
  const { spans } = tool;
  const name = wireName(tool, wireNames);
  const itself = { name, description: wireDescription(tool), inputSchema: wireInputSchema(tool), spans };
  const plan = planDefinition(tool, wireNames);
  if (!plan) return [itself];
  const { description, inputSchema } = plan;
  return [itself, { name: plan.name, description, inputSchema, spans }];
}

/** A part of the input of a tool. */
export interface HostSchemaPart {
  readonly schema: JsonSchema;
  /** The names of the properties that lead to it; empty for the input itself. */
  readonly path: readonly string[];
  /** The part's name in a message: `the input`, a property in backticks, or a part of one. */
  readonly name: string;
  /** The span of its property in the input, or of the whole input. */
  readonly span: Span;
}

/** Every schema in the input of a tool. */
export function inputParts(tool: SentTool): readonly HostSchemaPart[] {
  return innerSchemas(tool.inputSchema).map(({ schema, path, isProperty }) => {
    const owner = path.length === 0 ? "the input" : `\`${path.join(".")}\``;
    const isWhole = isProperty || schema === tool.inputSchema;
    return { schema, path, name: isWhole ? owner : `a part of ${owner}`, span: inputPlace(tool, path) };
  });
}

/** The span of a part of the input: of its property, or of the whole input. */
export function inputPlace({ spans }: SentTool, [name = ""]: readonly string[]): Span {
  return spans.inputProperties[name] ?? spans.fields["inputSchema"] ?? spans.name;
}

export function propertyNamesOf({ properties }: JsonSchema): readonly string[] {
  return typeof properties === "object" && properties !== null ? Object.keys(properties) : [];
}
