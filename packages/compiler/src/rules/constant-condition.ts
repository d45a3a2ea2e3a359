import { gateFields } from "@proviso/manifest";
import { neverExample } from "./critical-without-step-up.ts";
import { conditionLibrary, checkedConditions } from "./facts/conditions.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const constantCondition: ToolRule = toolRule({
  code: "contract/constant-condition",
  summary: "A condition depends on the call; otherwise write `always` or `never`.",
  check(subject, report) {
    for (const { field, result, span, text } of checkedConditions(subject)) {
      const isGuard = gateFields.some((gate) => gate === field);
      if (!isGuard || !result.ok || !conditionLibrary().isConstant(text)) continue;
      const hint = `write \`always\`, or \`never\`; a critical tool says why: ${neverExample}`;
      report("this condition is the same for every call", span, hint);
    }
  },
});
