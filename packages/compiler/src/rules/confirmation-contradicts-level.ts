import { riskModel } from "../derive/risk-model.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const confirmationContradictsLevel: ToolRule = toolRule({
  code: "risk/confirmation-contradicts-level",
  summary:
    "High and critical tools, and those with `autonomousExecution: false`, are always confirmed, and forbidden tools never.",
  check({ tool, written }, report) {
    const stated = written.confirmation;
    if (!stated) return;
    const { confirmations } = riskModel[tool.riskLevel];
    const { kind } = tool.confirmation;
    if (tool.riskLevel === "forbidden")
      report("the confirmation of a forbidden tool cannot be stated", stated.span, "leave it out");
    else if (!confirmations.includes(kind))
      report(
        `a ${tool.riskLevel} tool is always confirmed, and this is \`${kind}\``,
        stated.span,
        tool.riskLevel === "high" && kind === "when"
          ? "leave it out; to run small amounts without asking, write an `exception`"
          : "leave it out, or write `always`",
      );
    else if (written.autonomousExecution?.value === false && kind !== "always")
      report(
        `\`autonomousExecution: false\` asks a person every time, and this is \`${kind}\``,
        stated.span,
        "leave it out, or write `always`",
      );
  },
});
