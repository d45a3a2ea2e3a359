import type { ToolRule } from "../facts/rule.ts";

export const forbiddenRefinement: ToolRule = {
  code: "risk/forbidden-refinement",
  scope: "tool",
  severity: "error",
  summary: "Whole tools are forbidden, and nothing of a forbidden tool is allowed.",
  check({ tool, written }, report) {
    const refinements = written.refine ?? [];
    if (tool.riskLevel === "forbidden" && refinements.length > 0)
      report(
        `\`${tool.name}\` is forbidden, so no call of it can be milder`,
        tool.spans.fields["refine"] ?? tool.spans.name,
        "make what is allowed a tool of its own",
      );
    for (const { fields } of refinements) {
      if (fields.riskLevel?.value !== "forbidden") continue;
      const hint = "make it a tool of its own, which is then forbidden, or deny it with a policy";
      report("a tool that exists cannot be forbidden for some inputs", fields.riskLevel.span, hint);
    }
  },
};
