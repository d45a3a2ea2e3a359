import type { EvidenceRule } from "./evidence.ts";

/** Title or description say that a call sends, pays, grants or deletes, whatever the name says. */
export const saysWhatItDoes: EvidenceRule = {
  name: "says-what-it-does",
  find: ({ verbs, saidVerbs }) =>
    saidVerbs
      .filter(({ row }) => verbs.every((named) => named.row !== row))
      .map(({ word, row: { kind, level, external = false } }) => ({
        reason: `described by \`${word}\``,
        level,
        reversible: false,
        external,
        ...(kind !== "reads" && { effect: kind }),
      })),
};
