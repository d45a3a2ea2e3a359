import { riskModel } from "../../derive/risk-model.ts";
import type { ToolRule } from "../rule.ts";

export const stepUpContradictsLevel: ToolRule = {
  code: "risk/step-up-contradicts-level",
  scope: "tool",
  severity: "error",
  summary: "Low and medium tools ask for no further authentication.",
  check({ tool, written }, report) {
    const stated = written.stepUpAuth;
    if (!stated || riskModel[tool.riskLevel].stepUps.includes(tool.stepUpAuth.kind)) return;
    const message = `a ${tool.riskLevel} tool asks for no further authentication, and this one does`;
    report(message, stated.span, "raise `riskLevel` to `high`");
  },
};
