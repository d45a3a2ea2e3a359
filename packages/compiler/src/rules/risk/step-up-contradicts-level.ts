import { riskModel } from "../../derive/risk-model.ts";
import type { Rule } from "../rule.ts";

export const stepUpContradictsLevel: Rule = {
  code: "risk/step-up-contradicts-level",
  severity: "error",
  summary: "Low and medium tools ask for no further authentication.",
  check({ tool, written }, report) {
    const stated = written.stepUpAuth;
    if (!stated || riskModel[tool.riskLevel].stepUps.includes(tool.stepUpAuth.kind)) return;
    const message = `a ${tool.riskLevel} tool asks for no further authentication, and this one does`;
    report(message, stated.span, "raise `riskLevel` to `high`");
  },
};
