import type { FailureMode } from "@proviso/manifest";
import {
  type FailureSources,
  impliedCodes,
  impliedFailure,
  impliedFailureCodes,
  type RetryFacts,
} from "@proviso/manifest";

/** The failures that a contract implies, and implied ones that the author listed although they need not be. */
export function impliedFailures(tool: FailureSources & RetryFacts, listed: readonly string[]): FailureMode[] {
  const implied = impliedCodes(tool);
  return impliedFailureCodes
    .filter((code) => listed.includes(code) || implied.includes(code))
    .map((code) => impliedFailure(code, tool));
}
