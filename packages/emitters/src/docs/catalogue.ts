import { compareText } from "@proviso/compiler";
import type { FailureMode } from "@proviso/manifest";
import type { DocsEntry, ToolEntry } from "./entry.ts";

/** The entries of all domains, indexed the ways in which the pages are browsed. Every list is sorted. */
export interface Catalogue {
  readonly domains: readonly DocsEntry[];
  readonly tools: readonly ToolEntry[];
  readonly byCategory: ReadonlyMap<string, readonly ToolEntry[]>;
  /** Every declared permission, also one that no tool asks for. */
  readonly byPermission: ReadonlyMap<string, readonly ToolEntry[]>;
  readonly byFailure: ReadonlyMap<string, readonly ToolEntry[]>;
  /** What the contracts say of a failure code, which need not be the same everywhere. */
  readonly failureModes: ReadonlyMap<string, readonly FailureMode[]>;
  readonly permissions: ReadonlyMap<string, string>;
}

export function catalogue(domains: readonly DocsEntry[]): Catalogue {
  const tools = domains.flatMap((domain) => domain.tools);
  const permissions = new Map(
    domains.flatMap((domain) => Object.entries(domain.permissions)).toSorted(([a], [b]) => compareText(a, b)),
  );
  const modes = domains.flatMap(({ failureModes }) => failureModes);
  return {
    domains,
    tools,
    permissions,
    byCategory: grouped(tools, (tool) => [tool.category]),
    byPermission: grouped(tools, (tool) => tool.permissions, permissions.keys()),
    byFailure: grouped(tools, ({ failures }) => failures),
    failureModes: grouped(modes, ({ code }) => [code]),
  };
}

/** By each of their keys; `known` ones are there even if nothing has them. */
function grouped<T>(
  values: readonly T[],
  keysOf: (value: T) => readonly string[],
  known: Iterable<string> = [],
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>([...known].map((key) => [key, []]));
  for (const value of values)
    for (const key of keysOf(value)) {
      const group = groups.get(key);
      if (group) group.push(value);
      else groups.set(key, [value]);
    }
  return new Map([...groups].toSorted(([a], [b]) => compareText(a, b)));
}
