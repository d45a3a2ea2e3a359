import { impliedFailureCodes } from "@proviso/manifest";
import type { WrittenEffect } from "../decode/document.ts";
import type { Report } from "../report/diagnostic.ts";
import { builtInTypes } from "../schemas/scope.ts";
import type { Declarations, DeclaredFailure, DeclaredType } from "./declarations.ts";
import { resolveErrors } from "./problems.ts";
import type { DeclaredName } from "./used-names.ts";

/** All declarations by full name. */
export interface Symbols {
  readonly domains: ReadonlyMap<string, Declarations>;
  readonly types: ReadonlyMap<string, { readonly domain: string; readonly declaration: DeclaredType }>;
  /** Full names of types, including those whose declaration was wrong. */
  readonly typeNames: ReadonlySet<string>;
  readonly permissions: ReadonlyMap<string, DeclaredName>;
  /** By `domain.code`. */
  readonly failures: ReadonlyMap<string, DeclaredFailure>;
  /** By `domain.name`. */
  readonly effects: ReadonlyMap<string, WrittenEffect>;
  /** Full names of tools, `domain.verb`. */
  readonly tools: ReadonlySet<string>;
  /** Permissions, and full names of other declarations, that were wrong and have been reported. */
  readonly misread: ReadonlySet<string>;
  /** True if some file could not be read: an unknown name may be declared there. */
  readonly incomplete: boolean;
}

export function isImplied(code: string): boolean {
  return (impliedFailureCodes as readonly string[]).includes(code);
}

export function collectSymbols(
  declared: readonly Declarations[],
  incomplete: boolean,
  report: Report,
): Symbols {
  const domains = new Map(
    declared.flatMap((each) => (each.domain ? [[each.domain.value, each] as const] : [])),
  );
  const types = new Map<string, { domain: string; declaration: DeclaredType }>();
  const permissions = new Map<string, DeclaredName>();
  const failures = new Map<string, DeclaredFailure>();
  const effects = new Map<string, WrittenEffect>();
  const tools = new Set<string>();
  for (const [domain, declarations] of domains) {
    for (const declaration of declarations.types) {
      const { name, span } = declaration;
      if (builtInTypes.has(name)) report(resolveErrors.at(span, "built-in-type", { name }));
      types.set(`${domain}.${name}`, { domain, declaration });
    }
    for (const permission of declarations.permissions) addPermission(permission, permissions, report);
    for (const { span, ...failure } of declarations.failureModes) {
      const { code } = failure;
      if (isImplied(code)) report(resolveErrors.at(span, "implied-failure-mode", { code }));
      failures.set(`${domain}.${code}`, failure);
    }
    for (const { name, effect } of declarations.effects) effects.set(`${domain}.${name}`, effect);
    for (const tool of declarations.tools) tools.add(`${domain}.${tool.name}`);
  }
  const misread = new Set([...domains].flatMap(([domain, each]) => misreadNames(domain, each)));
  const typeNames = new Set([...types.keys(), ...misread]);
  return { domains, types, typeNames, permissions, failures, effects, tools, misread, incomplete };
}

function misreadNames(domain: string, { misread }: Declarations): string[] {
  return misread.map((name) => (name.includes(":") ? name : `${domain}.${name}`));
}

function addPermission(
  permission: DeclaredName,
  permissions: Map<string, DeclaredName>,
  report: Report,
): void {
  const { name, span } = permission;
  const before = permissions.get(name);
  if (!before) permissions.set(name, permission);
  else report(resolveErrors.at(span, "duplicate-permission", { permission: name, file: before.span.file }));
}
