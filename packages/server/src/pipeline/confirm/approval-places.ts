import { approvalTerms, riskLevels, rulesOf } from "@proviso/manifest";
import type { ApprovalTerms, RiskLevel, ToolContract } from "@proviso/manifest";
import type { PlannedCall } from "../call/call.ts";
import type { Inbox, Runtime } from "../runtime/runtime.ts";

/** Where a call may be approved. The contract and the operator decide, never the caller. */
export interface Places {
  readonly terms: ApprovalTerms;
  /** Whether the user of the calling client may approve. */
  readonly here: boolean;
  /** The inbox; absent if the call may not be approved there. */
  readonly inbox?: Inbox;
}

export function placesOf(
  { lacksLogIn, principal, tool: { contract } }: PlannedCall,
  { inbox }: Runtime,
): Places {
  const terms = approvalTerms(contract);
  const mayApprove =
    // Stryker disable next-line MethodExpression: a stated permission is one
    !terms.isFromStated || terms.permissions.every((each) => principal.permissions.includes(each));
  return {
    terms,
    here: !isInboxOnly(contract, inbox) && mayApprove && !lacksLogIn,
    ...(inbox && terms.by !== "here" && { inbox }),
  };
}

/** Whether a call of this contract is never approved in the client. */
export function isInboxOnly(contract: ToolContract, inbox: Pick<Inbox, "from"> | undefined): boolean {
  return (
    approvalTerms(contract).by === "inbox" ||
    (inbox !== undefined &&
      rulesOf(contract.confirmation).by === undefined &&
      rank(contract.riskLevel) >= rank(inbox.from))
  );
}

function rank(level: RiskLevel): number {
  return riskLevels.indexOf(level);
}
