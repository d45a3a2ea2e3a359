import type { Outcome } from "../../api/outcome.ts";
import type { AuthorizedCall } from "./call.ts";

/**
 * Whether a repeated call must not run again: it completed, or it may have had effects. A declared
 * failure means that nothing was done, unless steps before it were; other failures after the start are unknown.
 */
export function isFinalOutcome(outcome: Outcome, { tool, history }: AuthorizedCall): boolean {
  if (outcome.kind !== "failed") return outcome.kind === "completed";
  const { failureModes, hints } = tool.contract;
  const isDeclared = failureModes.some((mode) => mode.code === outcome.failure.code && !mode.implied);
  if (isDeclared && history.acted) return true;
  return history.executed && !isDeclared && !hints.readOnlyHint;
}
