import { type AnyHostRule, hostRule } from "./host-rule.ts";

export const compositionAtTheTop: AnyHostRule = hostRule({
  code: "host/composition-at-the-top",
  scope: "tool",
  severity: "error",
  summary: "The input as a whole is an object, and not a choice between several.",
  limits: {
    openai: {
      keywords: ["oneOf", "anyOf", "allOf", "enum", "not"],
      source: "https://github.com/langchain-ai/langchainjs/issues/9804",
    },
    anthropic: {
      keywords: ["oneOf", "anyOf", "allOf"],
      source: "https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes",
    },
    "claude-code": {
      keywords: ["oneOf", "anyOf", "allOf"],
      source: "https://github.com/anthropics/claude-code/issues/5973",
    },
  },
  check({ name, inputSchema, spans }, { keywords }, report) {
    for (const keyword of keywords) {
      if (!Object.hasOwn(inputSchema, keyword)) continue;
      report(
        `the input of \`${name}\` has \`${keyword}\` at the top, and every call with such a tool in the list is refused`,
        spans.fields["inputSchema"] ?? spans.name,
        "put the choice into a property",
      );
    }
  },
});
