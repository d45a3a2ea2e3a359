import { approvalPhrase, asksForPhrase, mcpName, riskLevels } from "@proviso/manifest";
import type { RiskLevel } from "@proviso/manifest";
import type { Claims } from "../tool/claims.ts";
import type { Subject } from "../tool/subject.ts";

/** The server makes the same. A name that nobody could type, which only a foreign tool can have, is left out. */
export function phraseFor(name: string, fingerprint: string): string {
  return approvalPhrase(mcpName.test(name) ? name : "approve", fingerprint);
}

/** Whether a yes is not enough: by the contract, or because the server says that the tool is such a one. */
export function wantsPhrase(subject: Subject): boolean {
  if (!("kind" in subject)) return asksForPhrase(subject);
  const { riskLevel, hints } = subject.claims;
  const isClaimed = riskLevel === "critical" || (hints.agencyHint === true && hints.destructiveHint === true);
  return isClaimed || (subject.pinned !== undefined && asksForPhrase(subject.pinned));
}

/** What a person is shown: the level of the contract, or a higher one that the server says. */
export function stricterRisk(
  known: RiskLevel | undefined,
  claims: Claims | undefined,
): RiskLevel | "unclassified" {
  if (known === undefined) return "unclassified";
  const claimed = claims?.riskLevel ?? known;
  return riskLevels.indexOf(claimed) > riskLevels.indexOf(known) ? claimed : known;
}
