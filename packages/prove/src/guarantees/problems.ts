import { defineDiagnostics, didYouMean, type DiagnosticTable } from "@proviso/compiler";

export interface GuaranteeProblems {
  readonly "unknown-sentence": { readonly sentence: string; readonly nearest: string | undefined };
  readonly "unknown-key": { readonly key: string; readonly nearest: string | undefined };
  readonly "missing-key": { readonly key: string; readonly example: string };
  readonly "wrong-value": { readonly key: string; readonly wanted: string };
  readonly "unknown-tool": { readonly name: string; readonly nearest: string | undefined };
  readonly "unknown-permission": { readonly name: string; readonly nearest: string | undefined };
  readonly "invalid-condition": { readonly tool: string; readonly message: string };
  readonly "repeated-sentence": { readonly sentence: string };
}

export const guaranteeErrors: DiagnosticTable<GuaranteeProblems> = defineDiagnostics<GuaranteeProblems>(
  "guarantee",
  {
    "unknown-sentence": {
      message: (p) => `no guarantee is written \`${p.sentence}\``,
      hint: (p) => didYouMean(p.nearest) ?? "`proviso explain guarantee/unknown-sentence` lists the forms",
    },
    "unknown-key": {
      message: (p) => `unknown key \`${p.key}\``,
      hint: (p) => didYouMean(p.nearest),
    },
    "missing-key": {
      message: (p) => `\`${p.key}\` is missing`,
      hint: (p) => `add \`${p.example}\``,
    },
    "wrong-value": { message: (p) => `\`${p.key}\` must be ${p.wanted}` },
    "unknown-tool": {
      message: (p) => `there is no tool \`${p.name}\``,
      hint: (p) => didYouMean(p.nearest),
    },
    "unknown-permission": {
      message: (p) => `no contract declares the permission \`${p.name}\``,
      hint: (p) => didYouMean(p.nearest),
    },
    "invalid-condition": {
      message: (p) => `\`where\` is no condition over the arguments of \`${p.tool}\`: ${p.message}`,
      hint: () => "name by `tools` the tools whose arguments it is about",
    },
    "repeated-sentence": {
      message: (p) => `\`${p.sentence}\` is there already`,
      hint: () => "remove one of the two",
    },
  },
);
