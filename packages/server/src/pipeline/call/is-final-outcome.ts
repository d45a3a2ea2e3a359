import type { ToolContract } from "@proviso/manifest";
import type { Outcome } from "../../api/outcome.ts";
import type { AuthorizedCall } from "./call.ts";

/**
 * Whether a repeated call must not run again: it completed, or it may have had effects. A declared
 * failure means that nothing was done, unless steps before it were; other failures after the start are unknown.
 */
export function isFinalOutcome(outcome: Outcome, { tool, history }: AuthorizedCall): boolean {
  if (outcome.kind !== "failed") return outcome.kind === "completed";
  const isDeclared = declares(tool.contract, outcome.failure.code);
  if (isDeclared && history.acted) return true;
  return history.executed && !isDeclared && !tool.contract.hints.readOnlyHint;
}

/** Whether the author of a contract lists the failure. */
export function declares({ failureModes }: ToolContract, code: string): boolean {
  return failureModes.some((mode) => mode.code === code && !mode.implied);
}
