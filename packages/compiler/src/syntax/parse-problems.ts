import { defineDiagnostics, type DiagnosticTable } from "../report/diagnostic.ts";
import type { SyntaxAdvice } from "./syntax-advice.ts";

export interface ParseProblems {
  readonly "too-large": { readonly limit: number; readonly length: number };
  readonly "too-deep": { readonly limit: number };
  readonly syntax: SyntaxAdvice;
  readonly forbidden: { readonly feature: string; readonly instead: string };
  readonly "second-document": object;
  readonly empty: object;
  readonly "not-a-map": object;
  readonly "key-not-text": object;
  readonly "key-without-value": { readonly key: string };
  readonly "duplicate-key": {
    readonly key: string;
    readonly line: number;
    readonly under: string | undefined;
  };
  readonly "similar-key": { readonly key: string; readonly other: string };
  readonly number: { readonly text: string };
}

export const parseErrors: DiagnosticTable<ParseProblems> = defineDiagnostics<ParseProblems>("parse", {
  "too-large": {
    message: (p) =>
      `a contract file has at most ${p.limit.toLocaleString("en")} characters (4 MB), and this one ${p.length.toLocaleString("en")}`,
    hint: () => "one file holds one domain; split the domain",
  },
  "too-deep": {
    message: (p) => `this is nested more than ${p.limit} levels deep`,
    hint: () => "name the inner part under `types`",
  },
  syntax: { message: (p) => p.problem, hint: (p) => p.instead, fix: (p) => p.fix },
  forbidden: {
    message: (p) => `a contract may not use ${p.feature}`,
    hint: (p) => p.instead,
  },
  "second-document": { message: () => "a contract file holds one document; remove this one" },
  empty: { message: () => "this file holds no contract; begin with `proviso: 1`" },
  "not-a-map": { message: () => "a contract is a map; begin with `proviso: 1`" },
  "key-not-text": { message: () => "a key is a single word or quoted text" },
  "key-without-value": {
    message: (p) => `\`${p.key}\` has no value`,
    hint: () => "inside braces a comma ends a value; quote text that holds one",
  },
  "duplicate-key": {
    message: (p) => `\`${p.key}\` is here twice; the first is in line ${p.line}`,
    hint: (p) => p.under && `indent what belongs to \`${p.under}\` farther than it`,
  },
  "similar-key": {
    message: (p) => `\`${p.key}\` differs from \`${p.other}\` by upper and lower case only; rename one`,
  },
  number: {
    message: (p) => `\`${p.text}\` is no number that JSON can hold; quote it if it is text`,
    hint: (p) =>
      zeroBefore.test(p.text)
        ? "without the zero in front it is a number; some readers take it for octal"
        : undefined,
  },
});

/** Ten to YAML 1.2, eight to YAML 1.1. */
export const zeroBefore: RegExp = /^[-+]?0\d/;
