import { defineDiagnostics, type DiagnosticTable } from "../report/diagnostic.ts";
import { didYouMean } from "../report/did-you-mean.ts";

type UnknownTool = { readonly tool: string; readonly nearest: string | undefined };

export interface ResolveProblems {
  readonly "unknown-use": { readonly file: string; readonly problem: string; readonly hint?: string };
  readonly "use-cycle": { readonly path: readonly string[] };
  readonly "duplicate-name": { readonly name: string; readonly more: number; readonly file: string };
  readonly "duplicate-permission": { readonly permission: string; readonly file: string };
  readonly "name-collision": { readonly name: string; readonly other: string; readonly both: string };
  readonly "wire-name-collision": { readonly name: string; readonly other: string; readonly both: string };
  readonly "name-too-long": { readonly name: string; readonly limit: number };
  readonly "built-in-type": { readonly name: string };
  /** `same`: the type applies to the same value again; `endless`: each value contains another value of the type. */
  readonly "recursive-type": { readonly path: readonly string[]; readonly kind: "same" | "endless" };
  readonly "unknown-permission": { readonly permission: string; readonly nearest: string | undefined };
  readonly "unknown-failure-mode": { readonly code: string; readonly nearest: string | undefined };
  readonly "unknown-effect": { readonly effect: string; readonly nearest: string | undefined };
  readonly "implied-failure-mode": { readonly code: string };
  readonly "failure-mode-collision": { readonly code: string; readonly other: string };
  readonly "unknown-input-field": { readonly field: string; readonly nearest: string | undefined };
  readonly "unknown-successor": UnknownTool;
  readonly "unknown-reconcile": UnknownTool;
  readonly "unknown-compensate": UnknownTool;
  readonly "missing-field": { readonly tool: string; readonly field: string; readonly what: string };
}

const unknownTool = {
  message: (p: UnknownTool) => `there is no tool \`${p.tool}\``,
  hint: (p: UnknownTool) => didYouMean(p.nearest),
};

export const resolveErrors: DiagnosticTable<ResolveProblems> = defineDiagnostics<ResolveProblems>("resolve", {
  "unknown-use": {
    message: (p) => `cannot use \`${p.file}\`: ${p.problem}`,
    hint: (p) => p.hint,
  },
  "use-cycle": {
    message: (p) => `these files use each other: ${p.path.map((file) => `\`${file}\``).join(" -> ")}`,
    hint: () => "move what both need to a third file",
  },
  "duplicate-name": {
    message: (p) =>
      p.more === 0
        ? `\`${p.name}\` is already declared in \`${p.file}\`; remove one`
        : `\`${p.name}\` and ${p.more} more are already declared in \`${p.file}\`; remove one of each`,
    hint: () => "files of one domain share its names",
  },
  "duplicate-permission": {
    message: (p) => `the permission \`${p.permission}\` is already declared in \`${p.file}\`; remove one`,
  },
  "name-collision": {
    message: (p) =>
      `\`${p.name}\` and \`${p.other}\` both become \`${p.both}\` in generated code; rename one`,
  },
  "wire-name-collision": {
    message: (p) => `\`${p.name}\` and \`${p.other}\` both become \`${p.both}\` over MCP; rename one`,
    hint: () => "hosts that do not accept dots in names replace them by `_`",
  },
  "name-too-long": {
    message: (p) => `\`${p.name}\` has ${p.name.length} characters; hosts accept tool names up to ${p.limit}`,
  },
  "built-in-type": { message: (p) => `\`${p.name}\` is a built-in type; choose another name` },
  "recursive-type": {
    message: (p) => {
      const path = p.path.map((name) => `\`${name}\``).join(" -> ");
      return p.kind === "same"
        ? `this type is defined as itself: ${path}`
        : `values of this type would be infinite, because each contains another: ${path}`;
    },
    hint: (p) =>
      p.kind === "same"
        ? "a type may contain itself in a property, a list or a map"
        : "make one of these properties optional, or put the type into a list",
  },
  "unknown-permission": {
    message: (p) => `the permission \`${p.permission}\` is not declared`,
    hint: (p) => didYouMean(p.nearest) ?? "declare it under `permissions` in the file of its domain",
  },
  "unknown-failure-mode": {
    message: (p) => `the failure mode \`${p.code}\` is not declared`,
    hint: (p) =>
      didYouMean(p.nearest) ??
      "declare it under `failureModes`, or refer to another domain's as `domain.code`",
  },
  "unknown-effect": {
    message: (p) => `the effect \`${p.effect}\` is not declared`,
    hint: (p) => didYouMean(p.nearest) ?? "declare it under `effects`, or in the file of its domain",
  },
  "implied-failure-mode": {
    message: (p) => `\`${p.code}\` is derived from the contract; remove it here`,
  },
  "failure-mode-collision": {
    message: (p) => `\`${p.code}\` and \`${p.other}\` have the same code; a tool can list only one of them`,
  },
  "unknown-input-field": {
    message: (p) => `\`inputSchema\` has no property \`${p.field}\``,
    hint: (p) => didYouMean(p.nearest),
  },
  "unknown-successor": unknownTool,
  "unknown-reconcile": unknownTool,
  "unknown-compensate": unknownTool,
  "missing-field": { message: (p) => `\`${p.tool}\` needs \`${p.field}\`: ${p.what}` },
});
