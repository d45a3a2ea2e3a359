import { gateFields } from "@proviso/manifest";
import type { ContractDocument } from "../decode/decode.ts";
import type { Located, ToolFields } from "../decode/document.ts";
import { compareText } from "../report/diagnostic.ts";
import type { Span } from "../report/source.ts";

/** The declarations of a contract file that its own tools and others can use. */
export type NameKind = "types" | "permissions" | "failureModes";

/** By full name: `files.fileId`, `files:read`, `files.not_found`. */
export type NamesByKind = Readonly<Record<NameKind, readonly string[]>>;

export type DeclaredNames = Readonly<Record<NameKind, readonly DeclaredName[]>>;

export interface DeclaredName {
  readonly name: string;
  readonly span: Span;
}

export function declaredNames(domain: string, { fields }: ContractDocument): DeclaredNames {
  const full = ({ name, nameSpan }: { name: string; nameSpan: Span }): DeclaredName => ({
    name: `${domain}.${name}`,
    span: nameSpan,
  });
  return {
    types: (fields.types ?? []).map(full),
    permissions: (fields.permissions ?? []).map(({ name, nameSpan }) => ({ name, span: nameSpan })),
    failureModes: (fields.failureModes ?? []).map(full),
  };
}

/** The names used in the fields of a tool, and the types that its schemas reach. */
export function usedNames(domain: string, fields: Partial<ToolFields>, types: Iterable<string>): NamesByKind {
  const failures = (fields.failureModes ?? []).map(({ value }) => fullName(domain, value));
  const permissions = (fields.permissions ?? []).map(({ value }) => value);
  return {
    types: [...types],
    permissions: [
      ...permissions,
      ...approverPermissions(fields).map(({ value }) => value),
      ...conditionsUsedIn(fields).flatMap(permissionsUsedIn),
    ],
    failureModes: failures,
  };
}

/** The distinct names that a contract uses, sorted. */
export function mergeNames(names: readonly NamesByKind[]): NamesByKind {
  const merge = (kind: NameKind): readonly string[] =>
    [...new Set(names.flatMap((each) => each[kind]))].toSorted(compareText);
  return {
    types: merge("types"),
    permissions: merge("permissions"),
    failureModes: merge("failureModes"),
  };
}

export function fullName(domain: string, reference: string): string {
  return reference.includes(".") ? reference : `${domain}.${reference}`;
}

/** The permissions that approvers need, also where a refinement applies. */
export function approverPermissions({
  confirmation,
  refine = [],
}: Partial<ToolFields>): readonly Located<string>[] {
  const written = [confirmation, ...refine.map(({ fields }) => fields.confirmation)];
  return written.flatMap((each) => each?.value.from ?? []);
}

function conditionsUsedIn(fields: Partial<ToolFields>): string[] {
  const gates = gateFields.map((field) => fields[field]?.value);
  return gates.flatMap((gate) => (gate?.kind === "when" ? [gate.condition.text] : []));
}

/** Finds permissions in the text of a condition. */
export const permissionPattern: RegExp = /[a-z][a-z0-9_-]*(?::[a-z0-9][a-z0-9_-]*)+/g;

/** A condition such as `'orders:admin' in principal.permissions` uses a permission too. */
function permissionsUsedIn(condition: string): readonly string[] {
  return condition.match(permissionPattern) ?? [];
}
