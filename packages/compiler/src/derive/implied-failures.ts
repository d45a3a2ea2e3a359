import type { FailureMode } from "@proviso/manifest";
import {
  type FailureSources,
  impliedCodes,
  impliedFailure,
  impliedFailureCodes,
  type RetryFacts,
} from "@proviso/manifest";

/** The failures that follow from a contract, and those that its author listed although they follow anyway. */
export function impliedFailures(tool: FailureSources & RetryFacts, listed: readonly string[]): FailureMode[] {
  const implied = impliedCodes(tool);
  return impliedFailureCodes
    .filter((code) => listed.includes(code) || implied.includes(code))
    .map((code) => impliedFailure(code, tool));
}
