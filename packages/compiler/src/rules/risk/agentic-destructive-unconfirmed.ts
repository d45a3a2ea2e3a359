import type { ToolRule } from "../facts/rule.ts";

export const agenticDestructiveUnconfirmed: ToolRule = {
  code: "risk/agentic-destructive-unconfirmed",
  scope: "tool",
  severity: "error",
  summary: "A tool that acts as an agent and cannot undo what it does is always confirmed (SEP-1938).",
  check({ tool, written }, report) {
    const { agencyHint, destructiveHint } = tool.hints;
    if (!agencyHint || !destructiveHint || tool.confirmation.kind === "always") return;
    const message = `\`${tool.name}\` acts as an agent with effects that cannot be undone, and no person always confirms it`;
    report(
      message,
      written.agency?.span ?? tool.spans.name,
      "raise `riskLevel` to `high`, which always confirms",
    );
  },
};
