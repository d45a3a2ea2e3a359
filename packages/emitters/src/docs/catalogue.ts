import type { ContractModel, DomainModel, ToolModel } from "@proviso/compiler";

/** The model, indexed the ways in which the pages are browsed. Every list is sorted. */
export interface Catalogue {
  readonly domains: readonly DomainModel[];
  readonly tools: readonly ToolModel[];
  readonly byCategory: ReadonlyMap<string, readonly ToolModel[]>;
  /** Every declared permission, also one that no tool asks for. */
  readonly byPermission: ReadonlyMap<string, readonly ToolModel[]>;
  readonly byFailure: ReadonlyMap<string, readonly ToolModel[]>;
  readonly permissions: ReadonlyMap<string, string>;
}

export function catalogue(model: ContractModel): Catalogue {
  const tools = model.domains.flatMap((domain) => domain.tools).toSorted(byName);
  const permissions = new Map(
    model.domains.flatMap((domain) => Object.entries(domain.permissions)).toSorted(byFirst),
  );
  const unused = [...permissions.keys()].map((name) => [name, []] as const);
  return {
    domains: model.domains,
    tools,
    permissions,
    byCategory: grouped(tools, (tool) => [tool.category]),
    byPermission: grouped(tools, (tool) => tool.permissions, unused),
    byFailure: grouped(tools, (tool) => tool.failureModes.map((mode) => mode.code)),
  };
}

function grouped(
  tools: readonly ToolModel[],
  keysOf: (tool: ToolModel) => readonly string[],
  start: readonly (readonly [string, readonly ToolModel[]])[] = [],
): ReadonlyMap<string, readonly ToolModel[]> {
  const groups = new Map<string, readonly ToolModel[]>(start);
  for (const tool of tools)
    for (const key of keysOf(tool)) groups.set(key, [...(groups.get(key) ?? []), tool]);
  return new Map([...groups].toSorted(byFirst));
}

function byFirst(a: readonly [string, unknown], b: readonly [string, unknown]): number {
  return compareText(a[0], b[0]);
}

function byName(a: ToolModel, b: ToolModel): number {
  return compareText(a.name, b.name);
}

/** By code unit: the same on every machine. */
function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
