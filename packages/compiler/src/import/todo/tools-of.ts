import { findEntry, type MapEntry, type MapNode } from "../../syntax/syntax-tree.ts";

/** The domain that a contract states. */
export function domainOf(tree: MapNode): string | undefined {
  const value = findEntry(tree, "domain")?.value;
  return value?.kind === "scalar" && typeof value.value === "string" ? value.value : undefined;
}

/** The entries of its tools. */
export function toolsOf(tree: MapNode): readonly MapEntry[] {
  const value = findEntry(tree, "tools")?.value;
  return value?.kind === "map" ? value.entries : [];
}
