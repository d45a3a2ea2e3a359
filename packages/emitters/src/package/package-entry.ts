import type { DomainModel } from "@proviso/compiler";
import type { NamedTool } from "../naming/domain-outline.ts";
import type { DomainNames } from "../naming/names.ts";
import { isVisible } from "../naming/project-outline.ts";

/** A domain's part of the manifest and of the index of types. */
export interface PackageEntry {
  /** Name to meaning of the permissions that it declares. */
  readonly permissions: Readonly<Record<string, string>>;
  /** The permissions that its tools need, declared in any domain. */
  readonly needs: readonly string[];
  /** Absent if the domain has forbidden tools only. */
  readonly module?: ModuleEntry;
}

/** A domain's module, and what it declares. */
export interface ModuleEntry extends Pick<DomainNames, "property" | "type" | "file"> {
  readonly tools: readonly NamedTool[];
}

export function packageEntry(domain: DomainModel, names: DomainNames | undefined): PackageEntry {
  const needs = domain.tools.filter(isVisible).flatMap(({ permissions }) => permissions);
  return {
    permissions: domain.permissions,
    needs: [...new Set(needs)],
    ...(names ? { module: moduleEntry(names) } : {}),
  };
}

export function moduleEntry({ property, type, file, tools }: DomainNames): ModuleEntry {
  return { property, type, file, tools: [...tools.values()] };
}

/** The modules of all domains that have one. */
export function modulesOf(entries: readonly PackageEntry[]): readonly ModuleEntry[] {
  return entries.flatMap(({ module }) => module ?? []);
}
