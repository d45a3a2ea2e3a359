import type { Evidence, EvidenceRule, ToolFacts } from "./evidence.ts";

/** The hints that the server states. One that is absent counts as MCP says: destructive and open to the world. */
export const hints: EvidenceRule = {
  name: "hints",
  find(facts) {
    // The hints of an operation are those of its method, which has said this already.
    if (facts.tool.request) return [];
    const { readOnlyHint, destructiveHint, openWorldHint } = facts.tool.annotations;
    if (readOnlyHint === true) return [said("readOnlyHint: true", { level: "low" })];
    if (isReading(facts))
      return readOnlyHint === false || destructiveHint === true ? [deniesReading(facts)] : [];
    return [
      ...(destructiveHint === false
        ? [said("destructiveHint: false", { level: "medium" })]
        : [
            said(destructiveHint ? "destructiveHint: true" : "no `destructiveHint: false`", {
              level: "high",
              reversible: false,
            }),
          ]),
      ...(openWorldHint === true ? [said("openWorldHint: true", { level: "high", external: true })] : []),
    ];
  },
};

/** A name of reading, and a hint that says otherwise. */
function deniesReading({ tool: { annotations } }: ToolFacts): Evidence {
  const hint = annotations.readOnlyHint === false ? "readOnlyHint: false" : "destructiveHint: true";
  return said(hint, { level: "high", effect: "unclassified", reversible: false });
}

function said(hint: string, evidence: Omit<Evidence, "reason">): Evidence {
  return { reason: hint.includes("`") ? hint : `\`${hint}\``, ...evidence };
}

function isReading({ verbs }: ToolFacts): boolean {
  return verbs.length > 0 && verbs.every(({ row }) => row.kind === "reads");
}
