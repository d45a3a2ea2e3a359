import { riskModel } from "../derive/risk-model.ts";
import { type ToolRule, toolRule } from "./facts/rule.ts";

export const autonomyContradictsLevel: ToolRule = toolRule({
  code: "risk/autonomy-contradicts-level",
  summary: "High and critical tools never run without approval.",
  check({ tool, written }, report) {
    const stated = written.autonomousExecution;
    if (!stated?.value || riskModel[tool.riskLevel].autonomousExecution) return;
    report(
      `a ${tool.riskLevel} tool never runs without approval, so \`autonomousExecution\` cannot be \`true\``,
      stated.span,
      "write `false`, or leave it out",
    );
  },
});
