import type { JsonObject, RiskLevel, ToolContract } from "@proviso/manifest";
import type { Claims } from "./claims.ts";
import { type Classification, classify } from "./classify.ts";
import { asStrings } from "../connection/json.ts";

/** A tool as a host sees it. */
export interface Tool {
  readonly name: string;
  readonly wireName: string;
  readonly title: string;
  readonly description: string;
  /** Always the result of `classify(tool)`. */
  readonly classification: Classification;
  /**
   * The author's keys and the well-known ones; read those with `isReadOnly` and the other accessors. Empty if no contract
   * vouches for the tool, unless the host trusts the server's annotations.
   */
  readonly metadata: JsonObject;
  readonly requirements: readonly string[];
  /** The pinned contract, if the server's definition matches it. */
  readonly contract?: ToolContract;
  /** The server's claims, if no contract vouches for the tool. */
  readonly claims?: Claims;
}

/** Ways to group and filter. A tool is in every group whose value it has. */
export const facets = {
  safety: (tool: Tool): readonly string[] => [tool.classification],
  risk: (tool: Tool): readonly string[] => [tool.contract?.riskLevel ?? "unclassified"],
  /** The server's claims if no contract vouches for the tool; `none` for all others. */
  claim: (tool: Tool): readonly string[] => [tool.claims ? classify(tool.claims) : "none"],
  /** Seed 000: "agents" vs "utilities"; a missing hint implies "no explicit claim". */
  agency: (tool: Tool): readonly string[] => [agencyOf(tool)],
  category: (tool: Tool): readonly string[] => [tool.contract?.category ?? "unclassified"],
  permission: (tool: Tool): readonly string[] => valuesOrNone(tool.contract?.permissions),
  tag: (tool: Tool): readonly string[] => valuesOrNone(asStrings(tool.metadata["tags"])),
} as const;
export type Facet = keyof typeof facets;

export interface ToolFilter extends Partial<Readonly<Record<Facet, string>>> {
  readonly risk?: RiskLevel | "unclassified";
  readonly safety?: Classification;
}

/** Tools for a host to browse, sorted by name. */
export interface ToolSet {
  readonly tools: readonly Tool[];
  get(name: string): Tool | undefined;
  /** By facets, which must all match, or by a function, such as `isReadOnly`. */
  filter(filter: ToolFilter | ((tool: Tool) => boolean)): ToolSet;
  /** Groups sorted by value. A tool is in each group whose value its facet or function returns. */
  groupBy(facet: Facet | ((tool: Tool) => readonly string[])): ReadonlyMap<string, readonly Tool[]>;
  /** Tools with every word in their name, title, description, a facet or their own metadata. */
  search(words: string): ToolSet;
}

export function createToolSet(unsorted: Iterable<Tool>): ToolSet {
  const tools = [...unsorted].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    tools,
    get: (name) => tools.find((tool) => tool.name === name),
    filter: (filter) =>
      createToolSet(
        tools.filter(typeof filter === "function" ? filter : (tool: Tool) => matchesFilter(tool, filter)),
      ),
    groupBy: (facet) => groupTools(tools, typeof facet === "function" ? facet : facets[facet]),
    search: (words) => createToolSet(tools.filter((tool) => toolHoldsWords(tool, words))),
  };
}

function agencyOf({ metadata, claims }: Tool): "agentic" | "utility" | "not stated" {
  const agency = (claims?.metadata ?? metadata)["agency"];
  if (typeof agency !== "boolean") return "not stated";
  return agency ? "agentic" : "utility";
}

function valuesOrNone(facetValues: readonly string[] | undefined): readonly string[] {
  return facetValues && facetValues.length > 0 ? facetValues : ["none"];
}

function matchesFilter(tool: Tool, filter: ToolFilter): boolean {
  return Object.entries(filter).every(([facet, facetValue]) =>
    facets[facet as Facet](tool).includes(facetValue),
  );
}

function groupTools(
  tools: readonly Tool[],
  valuesOf: (tool: Tool) => readonly string[],
): ReadonlyMap<string, readonly Tool[]> {
  const facetValues = [...new Set(tools.flatMap(valuesOf))].toSorted();
  return new Map(
    facetValues.map((facetValue) => [
      facetValue,
      tools.filter((tool) => valuesOf(tool).includes(facetValue)),
    ]),
  );
}

function toolHoldsWords(tool: Tool, words: string): boolean {
  const facetValues = Object.values(facets).flatMap((valuesOf) => valuesOf(tool));
  const metadata = Object.entries(tool.metadata).flatMap(([key, value]) =>
    value === false ? [] : [key, JSON.stringify(value)],
  );
  const text = [tool.name, tool.title, tool.description, ...facetValues, ...metadata].join(" ").toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
