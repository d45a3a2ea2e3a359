import { type ToolRule, toolRule } from "./facts/rule.ts";

export const neverExample = "`stepUpAuth: { never: true, reason: … }`";

export const criticalWithoutStepUp: ToolRule = toolRule({
  code: "risk/critical-without-step-up",
  summary: "A critical tool says when it needs further authentication, or why it never does.",
  check({ tool, written }, report) {
    if (tool.riskLevel !== "critical") return;
    const example = `write \`stepUpAuth: { always: true, maxAge: 15m }\`, or ${neverExample}`;
    if (!written.stepUpAuth)
      report(
        `\`${tool.name}\` is critical and does not say when it needs step-up authentication`,
        tool.spans.name,
        example,
      );
    else if (tool.stepUpAuth.kind === "never" && tool.stepUpAuth.reason === undefined)
      report(
        "a critical tool without step-up authentication needs a reason",
        written.stepUpAuth.span,
        example,
      );
  },
});
