import { type ToolRule, toolRule } from "./facts/rule.ts";

export const unreachableRefinement: ToolRule = toolRule({
  code: "lint/unreachable-refinement",
  severity: "warning",
  summary: "No earlier refinement has the same condition: the first one that matches applies.",
  check({ written }, report) {
    const seen = new Set<string>();
    for (const { fields } of written.refine ?? []) {
      if (!fields.when) continue;
      const { text, span } = fields.when;
      const condition = text.replaceAll(/\s+/g, " ").trim();
      if (seen.has(condition) || seen.has("true"))
        report("an earlier refinement applies wherever this one does", span, "remove it, or put it first");
      seen.add(condition);
    }
  },
});
