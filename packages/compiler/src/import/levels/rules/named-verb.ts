import type { EvidenceRule } from "./evidence.ts";

/** The verb in the tool's name. */
export const namedVerb: EvidenceRule = {
  name: "named-verb",
  find: ({ verbs }) =>
    verbs.map(({ word, row: { kind, level, reversible, external = false } }) => ({
      reason: `named \`${word}\``,
      level,
      reversible,
      external,
      ...(kind !== "reads" && { effect: kind }),
    })),
};
