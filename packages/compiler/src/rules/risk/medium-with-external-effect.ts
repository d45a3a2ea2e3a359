import type { ToolRule } from "../rule.ts";

export const mediumWithExternalEffect: ToolRule = {
  code: "risk/medium-with-external-effect",
  scope: "tool",
  severity: "error",
  summary: "The effects of a medium tool stay inside the system.",
  check({ tool, written }, report) {
    if (tool.riskLevel !== "medium") return;
    tool.sideEffects.forEach((effect, index) => {
      if (!effect.external) return;
      const hint =
        effect.kind === "unclassified"
          ? "say what kind of effect it is, such as `updates: …`; unclassified is assumed the worst"
          : "raise `riskLevel` to `high`";
      const span = written.sideEffects?.[index]?.span ?? tool.spans.name;
      report(`\`${tool.name}\` is medium, and this effect leaves the system`, span, hint);
    });
  },
};
