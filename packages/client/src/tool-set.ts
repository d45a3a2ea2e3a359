import type { JsonObject, RiskLevel, ToolContract } from "@proviso/manifest";
import type { Classification } from "./classify.ts";
import { isAgentic } from "./classify.ts";
import { asStrings } from "./json.ts";

/** A tool as a host shows it. */
export interface Tool {
  readonly name: string;
  readonly wireName: string;
  readonly title: string;
  readonly description: string;
  readonly classification: Classification;
  /** The author's keys and the well-known ones; read those with `isReadOnly` and its neighbours. */
  readonly metadata: JsonObject;
  readonly requirements: readonly string[];
  /** The pinned contract. Absent: everything here is only what the server says. */
  readonly contract?: ToolContract;
}

/** Ways to group and filter. A tool is in every group of which it has the value. */
export const facets = {
  safety: (tool: Tool): readonly string[] => [tool.classification],
  risk: (tool: Tool): readonly string[] => [tool.contract?.riskLevel ?? "unclassified"],
  agency: (tool: Tool): readonly string[] => [isAgentic(tool) ? "agentic" : "single step"],
  category: (tool: Tool): readonly string[] => [tool.contract?.category ?? "unclassified"],
  permission: (tool: Tool): readonly string[] => orNone(tool.contract?.permissions),
  tag: (tool: Tool): readonly string[] => orNone(asStrings(tool.metadata["tags"])),
} as const;
export type Facet = keyof typeof facets;

export interface ToolFilter extends Partial<Readonly<Record<Facet, string>>> {
  readonly risk?: RiskLevel | "unclassified";
  readonly safety?: Classification;
}

/** Tools to browse, sorted by name. */
export interface ToolSet {
  readonly tools: readonly Tool[];
  get(name: string): Tool | undefined;
  filter(filter: ToolFilter): ToolSet;
  /** Groups sorted by their value; a tool may be in several. */
  groupBy(facet: Facet): ReadonlyMap<string, readonly Tool[]>;
  /** Tools whose name, title, description, category or tags hold every word. */
  search(words: string): ToolSet;
}

export function createToolSet(unsorted: Iterable<Tool>): ToolSet {
  const tools = [...unsorted].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return {
    tools,
    get: (name) => tools.find((tool) => tool.name === name),
    filter: (filter) => createToolSet(tools.filter((tool) => matches(tool, filter))),
    groupBy: (facet) => group(tools, facets[facet]),
    search: (words) => createToolSet(tools.filter((tool) => holdsWords(tool, words))),
  };
}

function orNone(values: readonly string[] | undefined): readonly string[] {
  return values && values.length > 0 ? values : ["none"];
}

function matches(tool: Tool, filter: ToolFilter): boolean {
  return Object.entries(filter).every(([facet, value]) => facets[facet as Facet](tool).includes(value));
}

function group(
  tools: readonly Tool[],
  valuesOf: (tool: Tool) => readonly string[],
): ReadonlyMap<string, readonly Tool[]> {
  const values = [...new Set(tools.flatMap(valuesOf))].toSorted();
  return new Map(values.map((value) => [value, tools.filter((tool) => valuesOf(tool).includes(value))]));
}

function holdsWords(tool: Tool, words: string): boolean {
  const text = [tool.name, tool.title, tool.description, ...facets.category(tool), ...facets.tag(tool)]
    .join(" ")
    .toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
