import type { ApprovalsRuntime, ValueSeal } from "@proviso/server/extension";
import { approvalRecords, noRecords, type ApprovalRecords } from "./approval-records.ts";
import { approvalTrail } from "./approval-trail.ts";
import { callerShares, type CallerShares } from "./caller-shares.ts";
import type { ApprovalParts, DeskParts } from "./desk-parts.ts";
import { isOpen } from "./step.ts";

/** What a server and `openApprovals` make of a store. `known` is what this process knows of the current contracts. */
export function approvalParts(
  host: Pick<ApprovalsRuntime, "audit" | "clock" | "pauses" | "record" | "store">,
  seal: ValueSeal,
  known: Pick<DeskParts, "tools" | "bindEdit" | "realm"> = {},
): ApprovalParts {
  const { audit, clock, pauses, store } = host;
  const stored = store.list ? approvalRecords(store, seal, clock, known.realm) : noRecords;
  const shares = callerShares(store, seal, clock, stored);
  const now = async (): Promise<Date> => (store.now ? store.now() : clock.now());
  const trail = approvalTrail(host.record);
  return { records: releasing(stored, shares), shares, pauses, trail, audit, clock, now, ...known };
}

/** What has ended takes up nothing of its caller's share. */
function releasing(records: ApprovalRecords, shares: CallerShares): ApprovalRecords {
  return {
    ...records,
    async write(approval, before) {
      const isWritten = await records.write(approval, before);
      if (isWritten && !isOpen(approval)) await shares.release(approval);
      return isWritten;
    },
  };
}
