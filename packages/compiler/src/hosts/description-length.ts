import { type AnyHostRule, hostRule } from "./host-rule.ts";

export const descriptionLength: AnyHostRule = hostRule({
  code: "host/description-length",
  scope: "tool",
  severity: "warning",
  summary: "A description, with the sentence about repeated calls, is no longer than the host accepts.",
  limits: {
    openai: { max: 1024, source: "https://github.com/modelcontextprotocol/servers/issues/799" },
    "claude-code": { max: 2048, source: "https://github.com/anthropics/claude-code/issues/41593" },
  },
  check({ name, description, spans }, { max }, report) {
    if (description.length <= max) return;
    report(
      `a description has at most ${max} characters, and that of \`${name}\` has ${description.length}`,
      spans.fields["description"] ?? spans.name,
      "move details of an argument to the description of that argument",
    );
  },
});
