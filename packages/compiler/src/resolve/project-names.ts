import type { NameMap, NameSet } from "../incremental/memo.ts";
import type { WrittenEffect } from "../decode/document.ts";
import type { CompiledSchema } from "../schemas/compile-schema.ts";
import type { DeclaredFailure } from "./declarations.ts";

/** A type that contracts can refer to: its schema, and the full names of the types it refers to. */
export type NamedType = Pick<CompiledSchema, "schema" | "references">;

/**
 * Every declaration that contracts can refer to, by full name. Compiling a contract reads other contracts only through these
 * maps, so that the memo records each lookup. No value has a span: moving text within a file changes nothing here.
 */
export type ProjectNames = {
  /** The types that compiled. A missing one has been reported. */
  readonly types: NameMap<NamedType>;
  /** The names of all types, including those whose declaration was wrong. */
  readonly typeNames: NameSet;
  readonly permissions: NameSet;
  /** By `domain.code`. */
  readonly failures: NameMap<DeclaredFailure>;
  /** By `domain.name`. */
  readonly effects: NameMap<WrittenEffect>;
  readonly tools: NameSet;
  /** Names whose declaration was wrong and has been reported. */
  readonly misread: NameSet;
  /** Contains `incomplete` if some file could not be read: an unknown name may be declared there. */
  readonly state: NameSet;
  /** The permissions that tools require, whether declared or not. */
  readonly needed: NameSet;
  /** The paths of the files that others use. */
  readonly usedFiles: NameSet;
};

/** Looked up only where a name is missing, so that an unreadable file affects no other contract. */
export function isIncomplete({ state }: Pick<ProjectNames, "state">): boolean {
  return state.has("incomplete");
}
