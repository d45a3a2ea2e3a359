import { builtInTypes } from "../types/scope.ts";
import { failureRule, type NameRule, permissionRule, typeRule, verbRule } from "../decode/names.ts";
import type { Span } from "../report/source.ts";

/** What contracts declare and refer to by name. */
export type WrittenKind = "type" | "permission" | "failure" | "tool";

/** A place in a contract at which a name is written. */
export interface WrittenName {
  readonly kind: WrittenKind;
  /** The full name: `files.fileId`, `files:read`, `files.not_found`, `files.get`. */
  readonly name: string;
  /** The whole reference, without quotes. */
  readonly span: Span;
  readonly isDeclaration: boolean;
  /** The part that a rename replaces; absent if it is not written letter for letter on one line. */
  readonly renamed?: { readonly start: number; readonly end: number };
}

/** The rule for a name of each kind, without the domain. */
export const nameRules: Readonly<Record<WrittenKind, NameRule>> = {
  type: typeRule,
  permission: permissionRule,
  failure: failureRule,
  tool: verbRule,
};

/** The name without the domain; a permission has none. */
export function localName({ kind, name }: Pick<WrittenName, "kind" | "name">): string {
  return kind === "permission" ? name : name.slice(name.indexOf(".") + 1);
}

/** The full name that a declaration gets by another local name. */
export function fullNameFor({ kind, name }: Pick<WrittenName, "kind" | "name">, local: string): string {
  return kind === "permission" ? local : `${name.slice(0, name.indexOf("."))}.${local}`;
}

/** Names that a contract uses without a declaration. */
export const builtInTypeNames: readonly string[] = [...builtInTypes.keys()];
