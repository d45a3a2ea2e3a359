import type { RetryAdvice } from "@proviso/manifest";
import type { ContractDocument } from "../decode/decode.ts";
import type { Located, WrittenEffect } from "../decode/document.ts";
import type { Span } from "../report/source.ts";
import type { SyntaxNode } from "../syntax/syntax-tree.ts";
import { type DeclaredName, mergeNames, usedNames } from "./used-names.ts";

/** The declarations of one contract file, by names without the domain. Plain data. */
export interface Declarations {
  readonly file: string;
  readonly domain?: Located<string>;
  readonly use: readonly Located<string>[];
  readonly types: readonly DeclaredType[];
  readonly permissions: readonly DeclaredName[];
  readonly failureModes: readonly (DeclaredFailure & { readonly span: Span })[];
  readonly effects: readonly (DeclaredName & { readonly effect: WrittenEffect })[];
  readonly tools: readonly DeclaredTool[];
  /** The permissions that its tools require. */
  readonly needs: readonly string[];
  /** Names whose declaration was wrong. They count as declared, so that one mistake is reported once. */
  readonly misread: readonly string[];
  /** False if a section of the file could not be read: names may be missing. */
  readonly namesAreKnown: boolean;
}

export interface DeclaredTool extends DeclaredName {
  readonly wireName?: Located<string>;
  /** True if the tool has a dry run, so that its plan is listed as a tool of its own. */
  readonly hasDryRun?: true;
}

export interface DeclaredType extends DeclaredName {
  readonly written: SyntaxNode;
}

export interface DeclaredFailure {
  readonly code: string;
  readonly description: string;
  readonly retry: RetryAdvice;
}

export function declarationsOf({ fields, span, misread, namesAreKnown }: ContractDocument): Declarations {
  const {
    domain,
    use = [],
    types = [],
    permissions = [],
    failureModes = [],
    effects = [],
    tools = [],
  } = fields;
  return {
    file: span.file,
    ...(domain ? { domain } : {}),
    use,
    types: types.map(({ name, nameSpan, value }) => ({ name, span: nameSpan, written: value })),
    permissions: permissions.map(({ name, nameSpan }) => ({ name, span: nameSpan })),
    failureModes: failureModes.map(({ name, nameSpan, value: { fields: failure } }) => ({
      code: name,
      description: failure.description?.value ?? "",
      retry: failure.retry?.value ?? "never",
      span: nameSpan,
    })),
    effects: effects.map(({ name, nameSpan, value }) => ({ name, span: nameSpan, effect: value.value })),
    tools: tools.map(({ name, nameSpan, value: { fields: tool } }) => ({
      name,
      span: nameSpan,
      ...(tool.wireName && { wireName: tool.wireName }),
      ...(tool.dryRun && { hasDryRun: true as const }),
    })),
    needs: mergeNames(tools.map(({ value }) => usedNames("", value.fields, []))).permissions,
    misread,
    namesAreKnown,
  };
}
