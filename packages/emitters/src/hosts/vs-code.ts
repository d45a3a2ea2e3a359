import { type ToolContract, wireName } from "@proviso/manifest";
import { generatedNotice } from "../generated-notice.ts";
import { asksPerson } from "./asks-person.ts";

/**
 * The setting of VS Code that keeps a person from approving a tool once and for all. It knows tools by their names alone,
 * dots written as underscores. Those that need no person are left out: whether they run unasked is for its user to say.
 */
export function vsCodeSettings(tools: readonly ToolContract[]): object {
  const asked = tools.filter(asksPerson).map(({ name }) => [wireName(name, "underscore"), false] as const);
  return { "//": generatedNotice(), "chat.tools.eligibleForAutoApproval": Object.fromEntries(asked) };
}
