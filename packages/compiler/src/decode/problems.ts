import { defineDiagnostics, type DiagnosticTable } from "../report/diagnostic.ts";
import { didYouMean, nearest } from "../report/did-you-mean.ts";
import { replaceBy, respell } from "../report/respell.ts";

export interface DecodeProblems {
  readonly "unknown-key": {
    readonly key: string;
    /** Other unknown keys in the same map, which is probably of another kind. */
    readonly more: readonly string[];
    readonly owner: string;
    readonly allowed: readonly string[];
  };
  readonly "missing-field": { readonly field: string; readonly owner: string; readonly what: string };
  /** `meant` is how the value should have been written, if that is clear. */
  readonly "wrong-type": { readonly wanted: string; readonly found: string; readonly meant?: string };
  readonly "unknown-value": {
    readonly value: string;
    readonly allowed: readonly string[];
    readonly nearest: string | undefined;
  };
  readonly "bad-name": { readonly name: string; readonly wanted: string };
  readonly "bad-text": { readonly wanted: string; readonly isEmpty?: boolean };
  readonly "bad-number": { readonly wanted: string };
  readonly "one-of": { readonly keys: readonly string[]; readonly instead?: string };
  readonly "repeated-entry": { readonly entry: string };
  readonly "tools-in-used-file": Readonly<Record<never, never>>;
}

/** How many names a diagnostic lists at most. */
function listOf(keys: readonly string[]): string | undefined {
  if (keys.length === 0 || keys.length > 9) return undefined;
  return `what may be here: ${keys.map((key) => `\`${key}\``).join(", ")}`;
}

export const decodeErrors: DiagnosticTable<DecodeProblems> = defineDiagnostics<DecodeProblems>("decode", {
  "unknown-key": {
    message: (p) =>
      p.more.length === 0
        ? `unknown key \`${p.key}\` in ${p.owner}`
        : `\`${p.key}\` and ${p.more.length} more are no keys of ${p.owner}`,
    hint: (p) => didYouMean(nearest(p.key, p.allowed)) ?? listOf(p.allowed),
    fix: (p, span) => respell(span, p.key, nearest(p.key, p.allowed)),
  },
  "missing-field": {
    message: (p) => `${p.owner} needs \`${p.field}\``,
    hint: (p) => p.what,
  },
  "wrong-type": {
    message: (p) => `write ${p.wanted} here; this is ${p.found}`,
    fix: (p, span) => (p.meant === undefined ? undefined : replaceBy(span, p.meant)),
  },
  "unknown-value": {
    message: (p) => `\`${p.value}\` is none of ${p.allowed.map((each) => `\`${each}\``).join(", ")}`,
    hint: (p) => didYouMean(p.nearest),
    fix: (p, span) => respell(span, p.value, p.nearest),
  },
  "bad-name": { message: (p) => `\`${p.name}\` is no name for this; write ${p.wanted}` },
  "bad-text": { message: (p) => `write ${p.wanted}${p.isEmpty ? " here; this is empty" : ""}` },
  "bad-number": { message: (p) => `write ${p.wanted}` },
  "one-of": {
    message: (p) => `write exactly one of ${p.keys.map((each) => `\`${each}\``).join(", ")}`,
    hint: (p) => p.instead,
  },
  "repeated-entry": { message: (p) => `\`${p.entry}\` is in this list already; remove it` },
  "tools-in-used-file": {
    message: () => "a file under `use` declares no tools; move them to a contract of the product",
    hint: () => "contracts of one product know each other's names without `use`",
  },
});
