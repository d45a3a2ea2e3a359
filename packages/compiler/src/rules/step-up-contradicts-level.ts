import { type ToolRule, toolRule } from "./facts/rule.ts";

export const stepUpContradictsLevel: ToolRule = toolRule({
  code: "risk/step-up-contradicts-level",
  summary: "A forbidden tool without `people: allowed` is never called, so it asks for no authentication.",
  check({ tool, written }, report) {
    if (tool.riskLevel === "forbidden" && !tool.people && written.stepUpAuth)
      report(
        "a forbidden tool is never called, so `stepUpAuth` has no effect",
        written.stepUpAuth.span,
        "leave it out, or write `people: allowed` if people may call the tool",
      );
  },
});
