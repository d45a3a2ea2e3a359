import { type DiagnosticTable, defineDiagnostics } from "@proviso/compiler";
import type { Waiver } from "./waiver.ts";

export interface WaiverProblems {
  readonly stale: Waiver;
  readonly expired: Waiver;
}

export const waiverErrors: DiagnosticTable<WaiverProblems> = defineDiagnostics<WaiverProblems>("waiver", {
  stale: {
    message: (p) => `no change has the id \`${p.id}\` and the fingerprint \`${p.fingerprint}\``,
    hint: () =>
      "remove the waiver; a change that was edited since has another fingerprint, and needs its own",
  },
  expired: {
    message: (p) => `the waiver of \`${p.id}\` expired on ${p.expires}`,
    hint: () => "undo the change, or decide again and give the waiver another day",
  },
});
