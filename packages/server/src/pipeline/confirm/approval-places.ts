import { approvalTerms, riskLevels, rulesOf } from "@proviso/manifest";
import type { ApprovalTerms, RiskLevel } from "@proviso/manifest";
import type { PlannedCall } from "../call/call.ts";
import type { Inbox, Runtime } from "../runtime/runtime.ts";

/** Where a call may be approved. The contract and the operator decide, never the caller. */
export interface Places {
  readonly terms: ApprovalTerms;
  /** In the client that calls, by whoever uses it. */
  readonly here: boolean;
  /** Absent if it may not be approved there. */
  readonly inbox?: Inbox;
}

export function placesOf({ principal, tool: { contract } }: PlannedCall, { inbox }: Runtime): Places {
  const terms = approvalTerms(contract);
  const isInboxOnly =
    terms.by === "inbox" ||
    (inbox !== undefined &&
      rulesOf(contract.confirmation).by === undefined &&
      rank(contract.riskLevel) >= rank(inbox.from));
  const mayApprove =
    !terms.isFromStated || terms.permissions.every((each) => principal.permissions.includes(each));
  return { terms, here: !isInboxOnly && mayApprove, ...(inbox && terms.by !== "here" && { inbox }) };
}

function rank(level: RiskLevel): number {
  return riskLevels.indexOf(level);
}
