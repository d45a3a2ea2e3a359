import type { Json } from "@proviso/manifest";
import { builtInTypes } from "./scope.ts";

/** The types of one domain's contract, collected during the import. */
export interface ImportedTypes {
  /**
   * The name of the type with this identity. Calls `write` for its schema if it is new; the schema
   * may refer to the type itself.
   */
  name(wanted: string, identity: string, write: () => Json): string;
  /** Whether several tools refer to it. */
  isShared(identity: string): boolean;
  /** By name, in the order of first use. */
  readonly declared: ReadonlyMap<string, Json>;
}

/** `taken`: words that cannot be names of types, because they have another meaning. */
export function namedTypes(
  taken: ReadonlySet<string>,
  shared: ReadonlySet<string> = new Set(),
): ImportedTypes {
  const declared = new Map<string, Json>();
  const known = new Map<string, string>();
  const isFree = (name: string): boolean =>
    !declared.has(name) && !taken.has(name) && !builtInTypes.has(name);
  return {
    declared,
    isShared: (identity) => shared.has(identity),
    name(wanted, identity, write) {
      const before = known.get(identity);
      if (before !== undefined) return before;
      const base = importedTypeName(wanted);
      let name = base;
      for (let count = 2; !isFree(name); count += 1) name = `${base}${count}`;
      known.set(identity, name);
      // Reserves the name first: the schema may refer to the type, and nested types need others.
      declared.set(name, "any");
      declared.set(name, write());
      return name;
    },
  };
}

/** Converts a name to camel case: `File-ID` becomes `fileId`. */
function importedTypeName(wanted: string): string {
  const words = wanted.normalize("NFKD").match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
    .slice(0, 60);
  const name = joined.charAt(0).toLowerCase() + joined.slice(1);
  return /^[a-z]/.test(name) ? name : `type${joined}`;
}
