import { generatedNotice } from "../../text/generated-notice.ts";
import type { HostTool } from "./host-tool.ts";

/**
 * The setting of VS Code that keeps a person from approving a tool for good. VS Code knows tools by
 * name, with underscores. Tools that need no person are left out: the user decides.
 */
export function vsCodeSettings(tools: readonly HostTool[]): object {
  const asked = tools.filter(({ hostAsks }) => hostAsks).map(({ name }) => [name, false] as const);
  return { "//": generatedNotice(), "chat.tools.eligibleForAutoApproval": Object.fromEntries(asked) };
}
