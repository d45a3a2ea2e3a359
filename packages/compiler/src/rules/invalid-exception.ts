import { exceptionEnd, exceptionOf } from "@proviso/manifest";
import { argumentFacts } from "./invalid-budget.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const invalidException: ToolRule = toolRule({
  code: "risk/invalid-exception",
  summary:
    "Only a high tool has an exception: whole amounts in one unit, within its budget, until a day that exists.",
  check({ tool, written }, report) {
    const { exception, riskLevel } = tool;
    const { budget, upTo, unit, expires } = written.exception?.fields ?? {};
    if (!exception || !budget || !upTo || !expires) return;
    if (!exceptionOf(tool)) {
      const isHigh = riskLevel === "high";
      report(
        isHigh
          ? "an agentic and destructive tool always asks a person, so it has no exception"
          : `a ${riskLevel} tool has no exception: only a high one may have it`,
        upTo.span,
        riskLevel === "low" || riskLevel === "medium"
          ? "leave it out: the level asks nobody"
          : "leave it out",
      );
      return;
    }
    const { isWhole, units } = argumentFacts(exception.budget, tool.inputSchema);
    const { of, unit: unitOf } = exception.budget;
    if (budget.fields.of && !isWhole)
      report(
        `\`${of}\` is not a whole number in every call`,
        budget.fields.of.span,
        "give it the type `integer`",
      );
    else if (upTo.value > exception.budget.limit)
      report(
        `one call may count ${upTo.value}, and the exception's budget is ${exception.budget.limit}`,
        upTo.span,
        "raise the budget's `limit`, or lower `upTo`",
      );
    if (unitOf !== undefined && !unit)
      report(`which \`${unitOf}\` the amount has is not stated`, upTo.span, "add `unit`, such as `EUR`");
    else if (unit && unitOf === undefined)
      report("the budget does not count by unit", unit.span, "leave `unit` out, or add `unit` to the budget");
    else if (unit && units && !units.includes(unit.value))
      report(`\`${unitOf}\` is never \`${unit.value}\``, unit.span, `write one of ${units.join(", ")}`);
    if (Number.isNaN(exceptionEnd(exception)))
      report(`there is no day \`${expires.value}\``, expires.span, "write a day such as `2027-01-31`");
  },
});
