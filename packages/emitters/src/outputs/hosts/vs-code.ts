import { generatedNotice } from "../../text/generated-notice.ts";
import type { HostTool } from "./host-tool.ts";

/**
 * The setting of VS Code that prevents a person from approving a tool permanently. VS Code knows tools by name only, with
 * underscores for dots. Tools that need no person are left out: the user decides whether they run without asking.
 */
export function vsCodeSettings(tools: readonly HostTool[]): object {
  const asked = tools.filter(({ hostAsks }) => hostAsks).map(({ name }) => [name, false] as const);
  return { "//": generatedNotice(), "chat.tools.eligibleForAutoApproval": Object.fromEntries(asked) };
}
