import type { Outcome } from "@proviso/server/extension";
import type { Reply } from "../sandbox/messages.ts";

/** Why a program does not go on now. */
export interface Suspension {
  readonly message: string;
  /** An approval that a person gives to one call alone. */
  readonly waits?: { readonly tool: string; readonly approval: string; readonly url?: string };
}

/** The outcomes after which the same call is made again when the program is resumed. */
const untilLater: ReadonlySet<string> = new Set(["in_progress", "server_unavailable"]);

/** What a program gets of an outcome, or why it has to wait. */
export function replyTo(outcome: Outcome): Exclude<Reply, { kind: "pending" }> | Suspension {
  if (outcome.kind === "completed") return { kind: "value", value: outcome.output };
  if (outcome.kind === "planned") return { kind: "value", value: outcome.plan };
  if (outcome.kind === "unknown_tool")
    return { kind: "error", value: { code: "unknown_tool", message: `There is no tool ${outcome.tool}.` } };
  if (outcome.kind === "input_required")
    return { kind: "error", value: { code: "confirmation_required", message: "A person has to be asked." } };
  const { code, details, message, retry } = outcome.failure;
  if (outcome.kind === "refused" && outcome.waits) {
    const { approval, url } = outcome.waits;
    return { message, waits: { tool: outcome.tool, approval, ...(url !== undefined && { url }) } };
  }
  if (untilLater.has(code)) return { message };
  return { kind: "error", value: { code, message, retry, tool: outcome.tool, ...(details && { details }) } };
}
