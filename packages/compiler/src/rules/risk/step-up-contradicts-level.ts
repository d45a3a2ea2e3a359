import { riskModel } from "../../derive/risk-model.ts";
import type { ToolRule } from "../facts/rule.ts";

export const stepUpContradictsLevel: ToolRule = {
  code: "risk/step-up-contradicts-level",
  scope: "tool",
  severity: "error",
  summary: "Low and medium tools ask for no further authentication, and forbidden ones are never called.",
  check({ tool, written }, report) {
    const stated = written.stepUpAuth;
    if (!stated || riskModel[tool.riskLevel].stepUps.includes(tool.stepUpAuth.kind)) return;
    if (tool.riskLevel === "forbidden")
      return report("a forbidden tool is never called, so nobody authenticates", stated.span, "leave it out");
    const message = `a ${tool.riskLevel} tool asks for no further authentication, and this one does`;
    report(message, stated.span, "raise `riskLevel` to `high`");
  },
};
