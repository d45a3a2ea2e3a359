import type { DomainModel } from "@proviso/compiler";
import type { JsonSchema, ToolContract } from "@proviso/manifest";
import type { DomainNames } from "./names.ts";
import { isVisible } from "./project-outline.ts";

interface NamedType {
  /** The full name, such as `files.fileId`. */
  readonly key: string;
  readonly schema: JsonSchema;
}

/** A domain without its forbidden tools and the types that only those use. */
export interface VisibleDomain {
  readonly name: string;
  readonly file: string;
  readonly description: string;
  readonly tools: readonly ToolContract[];
  readonly types: readonly NamedType[];
  readonly names: DomainNames;
}

export function visibleDomain(domain: DomainModel, names: DomainNames): VisibleDomain {
  const { name, file, description } = domain;
  const types = [...names.types.keys()].map((key) => ({
    key,
    schema: withoutDefinitions(domain.types[key.slice(name.length + 1)] ?? {}),
  }));
  return { name, file, description, tools: domain.tools.filter(isVisible), types, names };
}

/** Drops `$defs`, because each type that a schema refers to is declared by its own domain. */
function withoutDefinitions({ $defs: _$defs, ...schema }: JsonSchema): JsonSchema {
  return schema;
}
