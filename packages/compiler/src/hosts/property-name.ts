import { type AnyHostRule, hostRule } from "./host-rule.ts";
import { propertyNamesOf } from "./tool-list.ts";

const claude = { pattern: /^[a-zA-Z0-9_.-]{1,64}$/, words: "letters, digits, `_`, `.` and `-`" };

export const propertyName: AnyHostRule = hostRule({
  code: "host/property-name",
  scope: "tool",
  severity: "error",
  summary: "The properties of the input have names of at most 64 characters, all accepted by the host.",
  limits: {
    anthropic: {
      ...claude,
      source: "https://platform.claude.com/docs/en/managed-agents/self-hosted-sandboxes",
    },
    "claude-code": { ...claude, source: "https://github.com/twilio-labs/mcp/issues/58" },
    gemini: {
      pattern: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
      words: "letters, digits and `_`, and no digit at the beginning",
      source:
        "https://cloud.google.com/vertex-ai/generative-ai/docs/reference/java/latest/com.google.cloud.vertexai.api.FunctionDeclarationOrBuilder",
    },
  },
  check({ inputSchema, spans }, { pattern, words }, report) {
    for (const name of propertyNamesOf(inputSchema)) {
      if (pattern.test(name)) continue;
      report(
        `a property may have up to 64 ${words}, unlike \`${name}\``,
        spans.inputProperties[name] ?? spans.name,
      );
    }
  },
});
