import { riskModel } from "../../derive/risk-model.ts";
import type { ToolRule } from "../facts/rule.ts";

export const confirmationContradictsLevel: ToolRule = {
  code: "risk/confirmation-contradicts-level",
  scope: "tool",
  severity: "error",
  summary:
    "Low is never confirmed, medium never or on a condition, high and critical always, forbidden not at all.",
  check({ tool, written }, report) {
    const { confirmations } = riskModel[tool.riskLevel];
    const stated = written.confirmation;
    if (!stated || confirmations.includes(tool.confirmation.kind)) return;
    if (tool.riskLevel === "forbidden")
      return report("a forbidden tool is never called, so nobody confirms it", stated.span, "leave it out");
    const allowed = confirmations.map((kind) => `\`${kind}\``).join(" or ");
    const weaker = !confirmations.includes("never");
    const hint = weaker ? "leave it out, or write `always`" : "raise `riskLevel` if a person has to say yes";
    report(
      `the confirmation of a ${tool.riskLevel} tool is ${allowed}, not \`${tool.confirmation.kind}\``,
      stated.span,
      hint,
    );
  },
};
