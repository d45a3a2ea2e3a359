import { identityOf, type Principal, type WaitingCalls } from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";
import { circumstancesOf, type DeskParts } from "./desk-parts.ts";
import { step } from "./step.ts";

/** Tells callers the state of their own approvals. */
export function stateOf(parts: DeskParts): WaitingCalls["stateOf"] {
  return async (id, caller) => {
    const approval = await approvalOf(parts, id, caller);
    if (!approval) return undefined;
    const at = await circumstancesOf(approval, await parts.pauses.recent(), parts, caller);
    return step(approval, { ...at, kind: "look" }).approval.state;
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
