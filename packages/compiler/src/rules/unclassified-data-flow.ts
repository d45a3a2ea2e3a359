import { type ToolRule, toolRule } from "./facts/rule.ts";

const dataFlowFacts = ["readsPrivate", "returnsUntrusted"] as const;

export const unclassifiedDataFlow: ToolRule = toolRule({
  code: "lint/unclassified-data-flow",
  severity: "info",
  summary:
    "A tool says whether its output is private and whether outsiders wrote it; otherwise both are assumed.",
  check({ tool, written }, report) {
    if (tool.riskLevel === "forbidden") return;
    const missing = dataFlowFacts.filter((fact) => written.dataFlow?.fields[fact] === undefined);
    if (missing.length === 0) return;
    const span = tool.spans.fields["dataFlow"] ?? tool.spans.name;
    const named = missing.map((fact) => `\`${fact}\``).join(" and ");
    const hint = "write `dataFlow: { readsPrivate: …, returnsUntrusted: … }`";
    report(`\`${tool.name}\` does not state ${named}, so the worst is assumed`, span, hint);
  },
});
