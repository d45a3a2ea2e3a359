import { type ToolRule, toolRule } from "./facts/rule.ts";

export const forbiddenRefinement: ToolRule = toolRule({
  code: "risk/forbidden-refinement",
  summary:
    "A forbidden tool has no refinements, and no refinement is forbidden: `forbidden` applies to whole tools.",
  check({ tool, written }, report) {
    const refinements = written.refine ?? [];
    if (tool.riskLevel === "forbidden" && refinements.length > 0)
      report(
        `\`${tool.name}\` is forbidden, so it cannot have refinements`,
        tool.spans.fields["refine"] ?? tool.spans.name,
        "declare the allowed calls as a separate tool",
      );
    for (const { fields } of refinements) {
      if (fields.riskLevel?.value !== "forbidden") continue;
      const hint = "make it a tool of its own, which is then forbidden, or deny it with a policy";
      report("a tool that exists cannot be forbidden for some inputs", fields.riskLevel.span, hint);
    }
  },
});
