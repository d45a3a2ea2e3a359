import { conditionLibrary, checkedConditions } from "./facts/conditions.ts";
import type { ToolRule } from "./facts/rule.ts";

export const constantCondition: ToolRule = {
  code: "contract/constant-condition",
  scope: "tool",
  severity: "error",
  summary: "A condition depends on the call; otherwise write `always` or `never`.",
  check(subject, report) {
    for (const { field, result, span, text } of checkedConditions(subject)) {
      const isGuard = field === "confirmation" || field === "stepUpAuth";
      if (!isGuard || !result.ok || !conditionLibrary().isConstant(text)) continue;
      const hint =
        "write `always`, or `never`; a critical tool says why: `stepUpAuth: { never: true, reason: … }`";
      report("this condition is the same for every call", span, hint);
    }
  },
};
