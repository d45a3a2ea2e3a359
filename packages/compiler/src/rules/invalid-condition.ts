import { placeWithin } from "../syntax/written-text.ts";
import { adviseOnCondition } from "./facts/condition-advice.ts";
import { checkedConditions } from "./facts/conditions.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const invalidCondition: ToolRule = toolRule({
  code: "contract/invalid-condition",
  summary: "A condition is CEL that yields true or false over the tool's own input.",
  check(subject, report) {
    for (const condition of checkedConditions(subject)) {
      const { result } = condition;
      if (result.ok) continue;
      const place = placeWithin(condition, result.start, Math.max(result.end, result.start + 1));
      const { problem, hint } = adviseOnCondition({ ...condition, says: result.message });
      report(`this condition does not work: ${problem}`, place, hint);
    }
  },
});
