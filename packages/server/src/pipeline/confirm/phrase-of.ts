import { approvalPhrase, asksForPhrase, spokenName } from "@proviso/manifest";
import type { PlannedCall } from "../call/call.ts";

/** What a person has to type to approve this call, if a yes is not enough. */
export function phraseOf({ tool: { contract }, fingerprint }: PlannedCall): string | undefined {
  return asksForPhrase(contract) ? approvalPhrase(spokenName(contract), fingerprint) : undefined;
}
