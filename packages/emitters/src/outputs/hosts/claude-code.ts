import { generatedNotice } from "../../text/generated-notice.ts";
import type { HostTool } from "./host-tool.ts";

/**
 * Permission settings of Claude Code: https://code.claude.com/docs/en/settings#permission-settings.
 * `ask` takes precedence over `allow`, and Claude Code asks about a tool in neither. There are no
 * `deny` rules: they would tell an agent that a forbidden tool exists.
 */
export function claudeCodeSettings(tools: readonly HostTool[], server: string): object {
  const rules = (asked: boolean): readonly string[] =>
    tools
      .filter(({ hostAsks }) => hostAsks === asked)
      .map(({ name }) => `mcp__${plainServerName(server)}__${plainServerName(name)}`);
  return {
    "//": generatedNotice(),
    $schema: "https://json.schemastore.org/claude-code-settings.json",
    permissions: { allow: rules(false), ask: rules(true), deny: [] },
  };
}

/** Claude Code replaces every other character of a name by an underscore. */
function plainServerName(name: string): string {
  return name.replaceAll(/[^a-zA-Z0-9_-]/g, "_");
}
