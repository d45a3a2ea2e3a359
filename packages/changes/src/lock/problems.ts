import { type DiagnosticTable, defineDiagnostics } from "@proviso/compiler";

export interface LockProblems {
  readonly unreadable: { readonly what: string };
  readonly conflict: Readonly<Record<never, never>>;
  readonly edited: { readonly tool: string };
}

const restore = "restore the file, such as by `git checkout HEAD -- proviso.lock`, and run `proviso lock`";

export const lockErrors: DiagnosticTable<LockProblems> = defineDiagnostics<LockProblems>("lock", {
  unreadable: {
    message: (p) => `this is no lock that this version of proviso reads: ${p.what}`,
    hint: () => `${restore}; a lock of a newer proviso needs that version`,
  },
  conflict: {
    message: () => "the lock has a merge conflict",
    hint: () =>
      "take either side of each block, whole, and run `proviso lock`: it compares with the contracts",
  },
  edited: {
    message: (p) => `the block of \`${p.tool}\` was edited by hand: its checksum is another`,
    hint: () => restore,
  },
});
