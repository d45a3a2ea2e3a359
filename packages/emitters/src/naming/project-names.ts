import type { DomainModel, NameMap, ToolModel } from "@proviso/compiler";
import { compareText } from "@proviso/compiler";
import type { DomainOutline } from "./domain-outline.ts";
import { type DomainNames, nameDomains, nameTools } from "./names.ts";

/** What the files about one domain may say of the others. The memo records what an emitter looks up here. */
export type ProjectNames = {
  /** The domains that agents may know, by name. */
  readonly domains: NameMap<DomainNames>;
  /** Name to meaning. */
  readonly permissions: NameMap<string>;
};

export function outlineDomain(domain: DomainModel): DomainOutline {
  const tools = domain.tools.filter(isVisible);
  return {
    name: domain.name,
    tools: nameTools(tools.map(({ name, dryRun }) => ({ name, hasPlan: dryRun !== undefined }))),
    reaches: [...new Set(tools.flatMap(typesReachedBy))].toSorted(compareText),
    permissions: domain.permissions,
  };
}

export function nameProject(outlines: readonly DomainOutline[]): ProjectNames {
  const permissions = outlines.flatMap((outline) => Object.entries(outline.permissions));
  return {
    domains: nameDomains(outlines),
    permissions: new Map(permissions.toSorted(([a], [b]) => compareText(a, b))),
  };
}

/** Seed 001: "Forbidden tools do not appear in discovery responses"; what is generated is a form of discovery. */
export function isVisible({ riskLevel }: Pick<ToolModel, "riskLevel">): boolean {
  return riskLevel !== "forbidden";
}

/** Every schema is self-contained, so its `$defs` are exactly the named types that it reaches. */
function typesReachedBy({ inputSchema, outputSchema, dryRun }: ToolModel): string[] {
  return [inputSchema, outputSchema, dryRun?.preview].flatMap((schema) =>
    Object.keys(schema?.["$defs"] ?? {}),
  );
}
