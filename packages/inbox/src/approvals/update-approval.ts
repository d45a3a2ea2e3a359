import type { Approval, Rejection } from "../api/approval.ts";
import type { ApprovalRecords, Slot } from "./approval-records.ts";
import { step, type ApprovalEvent, type Step } from "./step.ts";

/** Two processes can write at once; after so many attempts call or decision is refused. */
const attempts = 20;

/** What came of an event, and the states before and after it. */
export interface Updated {
  readonly before: Approval;
  readonly after: Approval;
  readonly rejected?: Rejection;
  /** `mayWrite` said no: the approval is as it was. */
  readonly isLeft?: true;
}

/**
 * Reads an approval, lets an event happen to it and writes what it became, unless the event is
 * accepted and `mayWrite` says no. Undefined if there is none.
 */
export async function updateApproval(
  records: ApprovalRecords,
  read: () => Promise<Slot>,
  eventNow: (approval: Approval) => Promise<ApprovalEvent>,
  mayWrite: (after: Approval) => Promise<boolean> = async () => true,
): Promise<Updated | undefined> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const slot = await read();
    const before = slot.approval;
    if (!before) return undefined;
    const { approval: after, rejected }: Step = step(before, await eventNow(before));
    if (rejected === undefined && !(await mayWrite(after))) return { before, after: before, isLeft: true };
    if (after === before || (await records.write(after, slot)))
      return { before, after, ...(rejected !== undefined && { rejected }) };
  }
  throw new Error("an approval is changed faster than it can be written");
}
