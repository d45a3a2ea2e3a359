import { builtInTypes } from "../schemas/scope.ts";
import {
  effectRule,
  failureRule,
  type NameRule,
  permissionRule,
  typeRule,
  verbRule,
} from "../decode/names.ts";
import type { Span } from "../report/source.ts";

/** What contracts declare and refer to by name. Requirements are declared by servers, outside contracts. */
export type WrittenKind = "type" | "permission" | "failure" | "effect" | "tool" | "requirement";

/** Offsets of a name in a contract's text, `end` exclusive. */
export interface TextPart {
  readonly start: number;
  readonly end: number;
}

/** A place in a contract at which a name is written. Plain data. */
export interface WrittenName {
  readonly kind: WrittenKind;
  /** The full name: `files.fileId`, `files:read`, `files.not_found`, `files.get`. */
  readonly name: string;
  /** The whole reference. */
  readonly span: Span;
  /** Present if the name is declared here. */
  readonly declares?: {
    /** From the name to the end of its value. */
    readonly extent: TextPart;
    readonly description?: string;
  };
  /** The part that a rename replaces; absent if it is not written letter for letter. */
  readonly renamed?: TextPart;
}

/** The rule for a name of each kind, without its domain. Requirements are not renamed. */
export const nameRules: Readonly<Record<Exclude<WrittenKind, "requirement">, NameRule>> = {
  type: typeRule,
  permission: permissionRule,
  failure: failureRule,
  effect: effectRule,
  tool: verbRule,
};

/** The name without its domain; permissions and requirements have none. */
export function localName({ kind, name }: Pick<WrittenName, "kind" | "name">): string {
  return hasDomain(kind) ? name.slice(name.indexOf(".") + 1) : name;
}

/** The full name of a declaration after a rename. */
export function fullNameFor({ kind, name }: Pick<WrittenName, "kind" | "name">, local: string): string {
  return hasDomain(kind) ? `${name.slice(0, name.indexOf("."))}.${local}` : local;
}

function hasDomain(kind: WrittenKind): boolean {
  return kind !== "permission" && kind !== "requirement";
}

/** The types that every contract can use without declaring them. */
export const builtInTypeNames: readonly string[] = [...builtInTypes.keys()];
