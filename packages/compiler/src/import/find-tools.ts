import type { SourceText } from "../report/source.ts";
import { parse } from "../syntax/parse.ts";
import { findEntry, type MapNode } from "../syntax/syntax-tree.ts";
import type { ContractName } from "./assign-names.ts";

/** An existing contract. */
export interface FoundContract {
  readonly source: SourceText;
  readonly domain: string;
  /** The names of its types. */
  readonly types: readonly string[];
  /** The tools of an imported contract, by their names over MCP. */
  readonly tools: ReadonlyMap<string, ContractName>;
}

/** The contracts that can be parsed, with the tools that each declares. */
export function findTools(sources: readonly SourceText[]): readonly FoundContract[] {
  return sources.flatMap((source) => {
    const { tree } = parse(source);
    const domain = tree && keyTextAt(tree, "domain");
    if (!tree || domain === undefined) return [];
    const entries = entriesAt(tree, "tools");
    const tools = entries.map(({ key: verb, value }) => {
      const stated = value.kind === "map" ? keyTextAt(value, "wireName") : undefined;
      return [stated ?? `${domain}_${verb}`, { domain, verb }] as const;
    });
    return [{ source, domain, types: entriesAt(tree, "types").map(({ key }) => key), tools: new Map(tools) }];
  });
}

function keyTextAt(map: MapNode, key: string): string | undefined {
  const value = findEntry(map, key)?.value;
  return value?.kind === "scalar" && typeof value.value === "string" ? value.value : undefined;
}

function entriesAt(map: MapNode, key: string): MapNode["entries"] {
  const value = findEntry(map, key)?.value;
  return value?.kind === "map" ? value.entries : [];
}
