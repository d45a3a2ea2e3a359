import type { NameMap, NameSet } from "../incremental/memo.ts";
import type { CompiledSchema } from "../types/compile-schema.ts";
import type { DeclaredFailure } from "./declarations.ts";

/** A type that others may refer to: its schema, and the full names of the types that it refers to itself. */
export type NamedType = Pick<CompiledSchema, "schema" | "references">;

/**
 * Everything that some contract declares and another may refer to, by full name. Whoever compiles a contract asks here and
 * nowhere else: the memo records what is asked. No value has a span: text that only moves in its file changes nothing.
 */
export type ProjectNames = {
  /** The file that a domain belongs to: the first that declares it. */
  readonly owners: NameMap<string>;
  /** Those that compiled; one that is missing has been reported. */
  readonly types: NameMap<NamedType>;
  /** Of types, also of those whose declaration was wrong. */
  readonly typeNames: NameSet;
  readonly permissions: NameSet;
  /** By `domain.code`. */
  readonly failures: NameMap<DeclaredFailure>;
  readonly tools: NameSet;
  /** Names whose declaration was wrong and has been reported. */
  readonly misread: NameSet;
  /** Has `incomplete` if some file could not be read: then an unknown name may well be one of its. */
  readonly state: NameSet;
};

/** To be asked only where a name is missing, so that a file which cannot be read concerns nobody else. */
export function isIncomplete({ state }: Pick<ProjectNames, "state">): boolean {
  return state.has("incomplete");
}
