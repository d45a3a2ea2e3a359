import { type DomainModel, type NameMap, type ToolModel, compareText } from "@proviso/compiler";
import type { DomainOutline } from "./domain-outline.ts";
import { type DomainNames, nameDomains, nameTools } from "./names.ts";

/** What the files of one domain may contain of other domains. The memo records each lookup. */
export type ProjectOutline = {
  /** The names of the domains that agents may know. */
  readonly domains: NameMap<DomainNames>;
  /** Name to meaning. */
  readonly permissions: NameMap<string>;
  /** By tool that finds out unknown outcomes: the tools of which. */
  readonly reconciled: NameMap<readonly string[]>;
};

export function outlineDomain(domain: DomainModel): DomainOutline {
  const tools = domain.tools.filter(isVisible);
  return {
    name: domain.name,
    tools: nameTools(tools.map(({ name, dryRun }) => ({ name, hasPlan: dryRun !== undefined }))),
    reaches: [...new Set(tools.flatMap(typesReachedBy))].toSorted(compareText),
    permissions: domain.permissions,
    reconciled: tools.flatMap((tool) => {
      const by = tool.reconcile;
      return by === undefined ? [] : [{ name: tool.name, by }];
    }),
  };
}

export function nameProject(outlines: readonly DomainOutline[]): ProjectOutline {
  const permissions = outlines.flatMap((outline) => Object.entries(outline.permissions));
  return {
    domains: nameDomains(outlines),
    permissions: new Map(permissions.toSorted(([a], [b]) => compareText(a, b))),
    reconciled: byReader(outlines.flatMap((outline) => outline.reconciled)),
  };
}

function byReader(reconciled: DomainOutline["reconciled"]): ProjectOutline["reconciled"] {
  const grouped = [...Map.groupBy(reconciled, ({ by }) => by)].toSorted(([a], [b]) => compareText(a, b));
  return new Map(grouped.map(([by, tools]) => [by, tools.map(({ name }) => name).toSorted(compareText)]));
}

/** Generated files are a form of discovery. Seed 001: "Forbidden tools do not appear in discovery responses". */
export function isVisible({ riskLevel }: Pick<ToolModel, "riskLevel">): boolean {
  return riskLevel !== "forbidden";
}

/** Every schema is self-contained, so its `$defs` are exactly the named types that it uses. */
function typesReachedBy({ inputSchema, outputSchema, dryRun }: ToolModel): string[] {
  return [inputSchema, outputSchema, dryRun?.preview].flatMap((schema) =>
    Object.keys(schema?.["$defs"] ?? {}),
  );
}
