import { type DiagnosticTable, defineDiagnostics, didYouMean } from "@proviso/compiler";
import type { OtherMatch } from "../disk/match-files.ts";

export interface ConfigProblems {
  readonly "unknown-key": { readonly key: string; readonly nearest: string | undefined };
  readonly "missing-key": { readonly key: string; readonly example: string };
  readonly "wrong-value": { readonly key: string; readonly wanted: string };
  readonly "unsafe-folder": { readonly folder: string; readonly problem: string };
  readonly "overlapping-folders": { readonly folder: string; readonly other: string };
  readonly "missing-schemas": { readonly output: string };
  readonly "no-contracts": { readonly globs: string };
  readonly "no-file": OtherMatch;
  readonly "unknown-permission": { readonly permission: string; readonly nearest: string | undefined };
  readonly "unknown-template": { readonly file: string; readonly nearest: string | undefined };
}

export const configErrors: DiagnosticTable<ConfigProblems> = defineDiagnostics<ConfigProblems>("config", {
  "unknown-key": {
    message: (p) => `unknown key \`${p.key}\``,
    hint: (p) => didYouMean(p.nearest),
  },
  "missing-key": {
    message: (p) => `\`${p.key}\` is missing`,
    hint: (p) => `add \`${p.example}\``,
  },
  "wrong-value": { message: (p) => `\`${p.key}\` must be ${p.wanted}` },
  "unsafe-folder": { message: (p) => `\`${p.folder}\` ${p.problem}` },
  "overlapping-folders": {
    message: (p) => `\`${p.folder}\` lies inside \`${p.other}\`; give each its own folder`,
  },
  "missing-schemas": {
    message: (p) =>
      `\`${p.output}\` imports its types and contracts from the output \`schemas\`, which is missing`,
    hint: () => "add `schemas: generated/schemas`, or another folder",
  },
  "no-contracts": { message: (p) => `no file matches ${p.globs}` },
  "no-file": {
    message: (p) => `\`${p.path}\` is ${p.is}; a project is read from files of its own`,
    hint: () => "put the file itself there, or take it away",
  },
  "unknown-permission": {
    message: (p) => `no contract declares the permission \`${p.permission}\``,
    hint: (p) => didYouMean(p.nearest),
  },
  "unknown-template": {
    message: (p) => `\`${p.file}\` overrides no template`,
    hint: (p) => didYouMean(p.nearest),
  },
});
