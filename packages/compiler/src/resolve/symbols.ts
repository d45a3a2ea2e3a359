import { impliedFailureCodes, type RetryAdvice } from "@proviso/manifest";
import type { ContractDocument } from "../decode/decode.ts";
import type { Decoded, FailureModeFields, Located, Named } from "../decode/document.ts";
import type { Report } from "../diagnostic.ts";
import type { SyntaxNode } from "../syntax-tree.ts";
import { builtInTypes } from "../type-expression/scope.ts";
import { resolveErrors } from "./problems.ts";

/** Everything that has a name, by its full name; the first declaration counts. */
export interface Symbols {
  readonly domains: ReadonlyMap<string, ContractDocument>;
  readonly types: ReadonlyMap<string, { readonly domain: string; readonly declaration: Named<SyntaxNode> }>;
  /** Full names of types, also of those whose declaration was wrong. */
  readonly typeNames: ReadonlySet<string>;
  readonly permissions: ReadonlyMap<string, Named<Located<string>>>;
  /** By `domain.code`. */
  readonly failures: ReadonlyMap<string, DeclaredFailure>;
  /** Full names of tools, `domain.verb`. */
  readonly tools: ReadonlySet<string>;
  /** Permissions, and full names of other things, whose declaration was wrong and has been reported. */
  readonly misread: ReadonlySet<string>;
  /** True if some file could not be read: then an unknown name may well be one of its. */
  readonly incomplete: boolean;
}

export interface DeclaredFailure {
  readonly code: string;
  readonly description: string;
  readonly retry: RetryAdvice;
}

export function isImplied(code: string): boolean {
  return (impliedFailureCodes as readonly string[]).includes(code);
}

export function collectSymbols(
  documents: readonly ContractDocument[],
  incomplete: boolean,
  report: Report,
): Symbols {
  const domains = new Map<string, ContractDocument>();
  for (const document of documents) addDomain(document, domains, report);
  const types = new Map<string, { domain: string; declaration: Named<SyntaxNode> }>();
  const permissions = new Map<string, Named<Located<string>>>();
  const failures = new Map<string, DeclaredFailure>();
  const tools = new Set<string>();
  for (const [domain, { fields }] of domains) {
    for (const declaration of fields.types ?? []) {
      const { name, nameSpan } = declaration;
      if (builtInTypes.has(name)) report(resolveErrors.at(nameSpan, "built-in-type", { name }));
      types.set(`${domain}.${name}`, { domain, declaration });
    }
    for (const permission of fields.permissions ?? []) addPermission(permission, permissions, report);
    for (const failure of fields.failureModes ?? []) addFailure(domain, failure, failures, report);
    for (const tool of fields.tools ?? []) tools.add(`${domain}.${tool.name}`);
  }
  const misread = new Set([...domains].flatMap(([domain, document]) => misreadNames(domain, document)));
  const typeNames = new Set([...types.keys(), ...misread]);
  return { domains, types, typeNames, permissions, failures, tools, misread, incomplete };
}

function misreadNames(domain: string, { misread }: ContractDocument): string[] {
  return misread.map((name) => (name.includes(":") ? name : `${domain}.${name}`));
}

function addDomain(document: ContractDocument, domains: Map<string, ContractDocument>, report: Report): void {
  const { domain } = document.fields;
  if (!domain) return;
  const before = domains.get(domain.value);
  if (!before) domains.set(domain.value, document);
  else
    report(
      resolveErrors.at(domain.span, "duplicate-domain", { domain: domain.value, file: before.span.file }),
    );
}

function addPermission(
  permission: Named<Located<string>>,
  permissions: Map<string, Named<Located<string>>>,
  report: Report,
): void {
  const { name, nameSpan } = permission;
  const before = permissions.get(name);
  if (!before) permissions.set(name, permission);
  else {
    const problem = { permission: name, file: before.nameSpan.file };
    report(resolveErrors.at(nameSpan, "duplicate-permission", problem));
  }
}

function addFailure(
  domain: string,
  { name, nameSpan, value }: Named<Decoded<FailureModeFields>>,
  failures: Map<string, DeclaredFailure>,
  report: Report,
): void {
  if (isImplied(name)) report(resolveErrors.at(nameSpan, "implied-failure-mode", { code: name }));
  const description = value.fields.description?.value ?? "";
  failures.set(`${domain}.${name}`, { code: name, description, retry: value.fields.retry?.value ?? "never" });
}
