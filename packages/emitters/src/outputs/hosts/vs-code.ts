import { generatedNotice } from "../../text/generated-notice.ts";
import type { HostTool } from "./host-tool.ts";

/**
 * The setting of VS Code that keeps a person from approving a tool once and for all. It knows tools by their names alone,
 * dots written as underscores. Those that need no person are left out: whether they run unasked is for its user to say.
 */
export function vsCodeSettings(tools: readonly HostTool[]): object {
  const asked = tools.filter(({ hostAsks }) => hostAsks).map(({ name }) => [name, false] as const);
  return { "//": generatedNotice(), "chat.tools.eligibleForAutoApproval": Object.fromEntries(asked) };
}
