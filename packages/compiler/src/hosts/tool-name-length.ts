import { type AnyHostRule, hostRule } from "./host-rule.ts";

export const toolNameLength: AnyHostRule = hostRule({
  code: "host/tool-name-length",
  scope: "tool",
  severity: "error",
  summary: "A tool's name is short enough for the host, with what the host puts in front of it.",
  limits: {
    openai: {
      max: 64,
      before: () => 0,
      source: "https://platform.openai.com/docs/api-reference/chat/create#chat-create-tools",
    },
    gemini: {
      max: 64,
      before: () => 0,
      source:
        "https://cloud.google.com/vertex-ai/generative-ai/docs/reference/java/latest/com.google.cloud.vertexai.api.FunctionDeclarationOrBuilder",
    },
    vscode: {
      max: 64,
      before: () => vsCodePrefix,
      source: "https://github.com/microsoft/vscode/blob/main/src/vs/workbench/contrib/mcp/common/mcpTypes.ts",
    },
    "claude-code": {
      max: 128,
      before: (server: string) => `mcp__${server}__`.length,
      source: "https://github.com/anthropics/claude-code/issues/96152",
    },
  },
  check({ name, spans }, { max, before }, report, { server }) {
    const added = before(server);
    if (name.length + added <= max) return;
    const inFront = added === 0 ? "" : ` behind the ${added} that the host puts in front`;
    report(
      `a name has at most ${max - added} characters${inFront}, and \`${name}\` has ${name.length}`,
      spans.fields["wireName"] ?? spans.name,
      "shorten the verb or the domain, or state a shorter `wireName`",
    );
  },
});

/** VS Code's prefix: `mcp_`, 13 characters of the server's title, `_`. It cuts names over 64. */
const vsCodePrefix = 18;
