import type { Json } from "@proviso/manifest";
import { builtInTypes } from "../../types/scope.ts";

/** The types that the contract of one domain declares, as they are found. */
export interface NamedTypes {
  /** The name of a type; `write` makes it where there is none of this identity yet. It may refer to itself. */
  name(wanted: string, identity: string, write: () => Json): string;
  /** Whether several tools refer to it. */
  isShared(identity: string): boolean;
  /** By name, in the order in which they were found. */
  readonly declared: ReadonlyMap<string, Json>;
}

/** `taken`: words that would mean a type of this name. */
export function namedTypes(taken: ReadonlySet<string>, shared: ReadonlySet<string> = new Set()): NamedTypes {
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
      const base = typeName(wanted);
      let name = base;
      for (let count = 2; !isFree(name); count += 1) name = `${base}${count}`;
      known.set(identity, name);
      // Holds its place: what is in it may refer to it, and gets other names.
      declared.set(name, "any");
      declared.set(name, write());
      return name;
    },
  };
}

/** `File-ID` is `fileId`. */
function typeName(wanted: string): string {
  const words = wanted.normalize("NFKD").match(/[A-Za-z0-9]+/g) ?? [];
  const joined = words
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("")
    .slice(0, 60);
  const name = joined.charAt(0).toLowerCase() + joined.slice(1);
  return /^[a-z]/.test(name) ? name : `type${joined}`;
}
