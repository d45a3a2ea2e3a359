import { type ToolRule, toolRule } from "./facts/rule.ts";

export const reconcileWithoutEffects: ToolRule = toolRule({
  code: "contract/reconcile-without-effects",
  summary: "Only a tool with side effects has outcomes that can be unknown.",
  check({ tool, written }, report) {
    if (!written.reconcile || tool.sideEffects.length > 0) return;
    report(
      `\`${tool.name}\` has no side effects, so a failed call can simply be repeated`,
      written.reconcile.span,
      "remove `reconcile`, or declare the side effects",
    );
  },
});
