import { type AnyHostRule, hostRule } from "./host-rule.ts";

const plainToolName = /^[a-zA-Z0-9_-]+$/;
const plainNameWords = "letters, digits, `_` and `-`";

export const toolNameCharacters: AnyHostRule = hostRule({
  code: "host/tool-name-characters",
  scope: "tool",
  severity: "error",
  summary: "A tool's name has only characters that the host accepts.",
  limits: {
    openai: {
      pattern: plainToolName,
      words: plainNameWords,
      source: "https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools",
    },
    anthropic: {
      pattern: plainToolName,
      words: plainNameWords,
      source: "https://platform.claude.com/docs/en/agents-and-tools/tool-use/define-tools",
    },
    gemini: {
      pattern: /^[a-zA-Z_][a-zA-Z0-9_.:-]*$/,
      words: "letters, digits, `_`, `.`, `:` and `-`, and a letter or `_` at the beginning",
      source:
        "https://cloud.google.com/vertex-ai/generative-ai/docs/reference/java/latest/com.google.cloud.vertexai.api.FunctionDeclarationOrBuilder",
    },
  },
  check({ name, spans }, { pattern, words }, report) {
    if (pattern.test(name)) return;
    report(
      `a name may have ${words}, and \`${name}\` has others`,
      spans.fields["wireName"] ?? spans.name,
      "state another `wireName`, or leave out `wireNames: dotted` in `proviso.yaml`",
    );
  },
});
