import { riskModel } from "../../derive/risk-model.ts";
import type { ToolRule } from "../facts/rule.ts";

export const autonomyContradictsLevel: ToolRule = {
  code: "risk/autonomy-contradicts-level",
  scope: "tool",
  severity: "error",
  summary: "Low and medium tools run without approval, the others never do.",
  check({ tool, written }, report) {
    const stated = written.autonomousExecution;
    const { autonomousExecution } = riskModel[tool.riskLevel];
    if (!stated || stated.value === autonomousExecution) return;
    const rule = autonomousExecution ? "runs without approval" : "never runs without approval";
    const hint = `write \`${autonomousExecution}\`, leave it out, or ${autonomousExecution ? "raise" : "reconsider"} \`riskLevel\``;
    report(`a ${tool.riskLevel} tool ${rule}, and this says otherwise`, stated.span, hint);
  },
};
