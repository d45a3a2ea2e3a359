import type { EvidenceRule } from "./evidence.ts";

const takingOut: ReadonlySet<string> = new Set(["export", "dump", "backup", "download"]);
const muchOfIt: ReadonlySet<string> = new Set(
  "all full bulk everything database users customers contacts".split(" "),
);

/** A tool that copies much data out of the system is critical (seed 001: `bulk_export`). */
export const takesDataOut: EvidenceRule = {
  name: "takes-data-out",
  find({ words }) {
    const taken = words.find((word) => takingOut.has(word));
    const much = words.find((word) => muchOfIt.has(word));
    if (taken === undefined || much === undefined) return [];
    return [
      {
        reason: `\`${taken}\` of \`${much}\``,
        level: "critical",
        effect: "calls",
        reversible: false,
        external: true,
      },
    ];
  },
};
