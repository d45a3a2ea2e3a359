import { approvalTerms, riskLevels, rulesOf } from "@proviso/manifest";
import type { RiskLevel, ToolContract } from "@proviso/manifest";
import type { PlannedCall } from "../call/call.ts";
import type { Approvals } from "../../api/approvals.ts";
import type { Runtime } from "../runtime/runtime.ts";

/** Where a call may be approved. The contract and the operator decide, never the caller. */
export interface Places {
  /** Whether the user of the calling client may approve. */
  readonly here: boolean;
  /** Absent if nobody may approve the call later. */
  readonly approvals?: Approvals;
}

export function placesOf(
  { lacksLogIn, principal, tool: { contract } }: PlannedCall,
  { approvals }: Runtime,
): Places {
  const terms = approvalTerms(contract);
  const mayApprove =
    // Stryker disable next-line MethodExpression: a stated permission is one
    !terms.isFromStated || terms.permissions.every((each) => principal.permissions.includes(each));
  return {
    here: !isInboxOnly(contract, approvals) && mayApprove && !lacksLogIn,
    ...(approvals && terms.by !== "here" && { approvals }),
  };
}

/** Whether a call of this contract is never approved in the client. */
export function isInboxOnly(contract: ToolContract, approvals: Pick<Approvals, "from"> | undefined): boolean {
  return (
    approvalTerms(contract).by === "inbox" ||
    (approvals !== undefined &&
      rulesOf(contract.confirmation).by === undefined &&
      rank(contract.riskLevel) >= rank(approvals.from))
  );
}

function rank(level: RiskLevel): number {
  return riskLevels.indexOf(level);
}
