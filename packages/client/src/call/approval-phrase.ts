import { type RiskLevel, approvalPhrase, asksForPhrase, mcpName, riskLevels } from "@proviso/manifest";
import type { Claims } from "../tool/claims.ts";
import type { Subject } from "../tool/subject.ts";

/** Returns the phrase to type, as the server does. Leaves out a name that cannot be typed. */
export function phraseFor(name: string, fingerprint: string): string {
  return approvalPhrase(mcpName.test(name) ? name : "approve", fingerprint);
}

/** Whether a phrase is required: by the contract or by the server's claims. */
export function wantsPhrase(subject: Subject): boolean {
  if (!("kind" in subject)) return asksForPhrase(subject);
  const { riskLevel, hints } = subject.claims;
  const isClaimed = riskLevel === "critical" || (hints.agencyHint === true && hints.destructiveHint === true);
  return isClaimed || (subject.pinned !== undefined && asksForPhrase(subject.pinned));
}

/** The risk level that is shown: the contract's, or a higher one that the server claims. */
export function stricterRisk(
  known: RiskLevel | undefined,
  claims: Claims | undefined,
): RiskLevel | "unclassified" {
  if (known === undefined) return "unclassified";
  const claimed = claims?.riskLevel ?? known;
  return riskLevels[Math.max(riskLevels.indexOf(claimed), riskLevels.indexOf(known))] ?? known;
}
