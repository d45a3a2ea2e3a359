import { approvalPhrase, riskLevels } from "@proviso/manifest";
import type { RiskLevel, ToolContract } from "@proviso/manifest";
import type { Claims } from "../claims.ts";
import type { Subject } from "../policy.ts";

/** The server makes the same. A name that nobody could type, which only a foreign tool can have, is left out. */
export function phraseFor(name: string, fingerprint: string): string {
  return approvalPhrase(/^[\w.-]{1,64}$/.test(name) ? name : "approve", fingerprint);
}

/** Facts by which a person has to type something. */
type PhraseFacts = Pick<ToolContract, "riskLevel" | "hints" | "dryRun">;

/** Whether a yes is not enough: by the contract, or because the server says that the tool is such a one. */
export function wantsPhrase(subject: Subject): boolean {
  if (!("kind" in subject)) return isGrave(subject);
  const { riskLevel, hints } = subject.claims;
  const isClaimed = riskLevel === "critical" || (hints.agencyHint === true && hints.destructiveHint === true);
  return isClaimed || (subject.pinned !== undefined && isGrave(subject.pinned));
}

/** Seed 000: an agent that can destroy wants "stricter human-in-the-loop controls" than a tool that can: a plan, or a phrase. */
function isGrave({ riskLevel, hints, dryRun }: PhraseFacts): boolean {
  if (riskLevel === "critical") return true;
  return hints.agencyHint === true && hints.destructiveHint && dryRun?.mode !== "required";
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
