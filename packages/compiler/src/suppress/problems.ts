import { defineDiagnostics, type DiagnosticTable } from "../report/diagnostic.ts";
import { didYouMean } from "../report/did-you-mean.ts";

export interface SuppressProblems {
  /** `word` is what stands where `proviso-ignore` is meant. */
  readonly syntax: { readonly word?: string };
  readonly "missing-reason": { readonly code: string };
  readonly "unknown-code": { readonly code: string; readonly nearest: string | undefined };
  readonly "not-allowed": { readonly code: string };
  readonly unused: { readonly code: string };
}

export const suppressErrors: DiagnosticTable<SuppressProblems> = defineDiagnostics<SuppressProblems>(
  "suppress",
  {
    syntax: {
      message: (p) =>
        `${p.word === undefined ? "write" : `\`${p.word}\` suppresses nothing; write`} one code and a reason: \`# proviso-ignore lint/CODE -- REASON\``,
      hint: (p) => p.word && "it stands on the line of the finding, or on a line of its own directly above",
    },
    "missing-reason": {
      message: (p) => `say why \`${p.code}\` does not apply here: write \` -- REASON\` after the code`,
    },
    "unknown-code": {
      message: (p) => `there is no code \`${p.code}\``,
      hint: (p) => didYouMean(p.nearest),
    },
    "not-allowed": {
      message: (p) => `\`${p.code}\` cannot be ignored: it says what a contract means`,
      hint: () => "correct what it reports; only advice under `lint/` can be ignored",
    },
    unused: {
      severity: "warning",
      message: (p) => `there is no \`${p.code}\` on this line; remove the comment`,
    },
  },
);
