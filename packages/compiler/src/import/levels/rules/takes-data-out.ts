import type { EvidenceRule } from "./evidence.ts";

const takingOut: ReadonlySet<string> = new Set(["export", "dump", "backup", "download"]);
const muchOfIt: ReadonlySet<string> = new Set(
  "all full bulk everything database users customers contacts".split(" "),
);

const takingAll = /\b(exports?|dumps?|backs? up|downloads?)\s+(?:of\s+)?(all|every|everything|the whole)\b/;

/** A tool that copies much data out of the system is critical (seed 001: `bulk_export`). */
export const takesDataOut: EvidenceRule = {
  name: "takes-data-out",
  find({ words, text }) {
    const [, takes, all] = takingAll.exec(text) ?? [];
    const taken = takes ?? words.find((word) => takingOut.has(word));
    const much = all ?? words.find((word) => muchOfIt.has(word));
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
