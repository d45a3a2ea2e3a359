import type { Approval } from "../api/approval.ts";
import type { Principal } from "../api/principal.ts";
import type { WaitingCalls } from "../api/outcome.ts";
import { identityOf } from "../canonical/identity.ts";
import { circumstancesOf, type DeskParts } from "./desk-parts.ts";
import { step } from "./step.ts";

/** What callers may learn about their own calls that wait. */
export function waitingCalls(parts: DeskParts): Pick<WaitingCalls, "stateOf"> {
  return {
    async stateOf(id, caller) {
      const approval = await approvalOf(parts, id, caller);
      if (!approval) return undefined;
      const at = await circumstancesOf(approval, await parts.pauses.recent(), parts, caller);
      return step(approval, { ...at, kind: "look" }).approval.state;
    },
  };
}

/** Undefined also for an approval of another caller. */
async function approvalOf(
  { records }: DeskParts,
  id: string,
  caller: Principal | undefined,
): Promise<Approval | undefined> {
  const { approval } = await records.byId(id);
  return caller && approval?.terms.principal === identityOf(caller) ? approval : undefined;
}
