import type { DiagnosticPage } from "@proviso/compiler/explain";
import type { WaiverProblems } from "./problems.ts";

const config = `proviso: 1
product: acme
contracts: [contracts/*.yaml]
packages: { scope: "@acme", license: MIT }
outputs: { schemas: out/schemas }
`;

function example(expires: string): Pick<DiagnosticPage, "wrong" | "right"> {
  const waivers = `waivers:
  - id: confirmation-loosened
    fingerprint: "8c1f0c2be0a5d3f7"
    reason: Support answers every case by hand until the new form is there.
    expires: ${expires}
`;
  return {
    wrong: [{ path: "proviso.yaml", text: config + waivers }],
    right: [{ path: "proviso.yaml", text: config }],
  };
}

/** A page for every finding about a waiver. In the examples, nothing has changed. */
export const waiverPages: Readonly<Record<keyof WaiverProblems, DiagnosticPage>> = {
  stale: {
    means:
      "A waiver accepts exactly one change, and `proviso diff` finds no such change. The change was merged, undone or edited: its fingerprint covers the tool, the place and both values. A waiver that stays could accept a change that nobody has seen.",
    fix: "Remove the waiver. If the change was edited, decide about what it is now, and write a waiver with the fingerprint that `proviso diff` prints.",
    ...example("2026-09-30"),
  },
  expired: {
    means: "The last day of the waiver is over, so its change counts again.",
    fix: "Undo the change, or decide about it again and write another day.",
    ...example("2020-01-31"),
  },
};
