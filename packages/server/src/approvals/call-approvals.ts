import type { ApprovalTerms, ToolContract } from "@proviso/manifest";
import type { Principal } from "../api/outcome.ts";
import type { Approval, ApproverRules, CallTerms, Rejection, ShownCall, Withdrawal } from "../api/approval.ts";
import type { ApprovalRecords } from "./approval-records.ts";
import type { ApprovalTrail } from "./approval-trail.ts";
import { lastPauseOf, pauseOf, type PauseList, type Pauses } from "./pauses.ts";
import { isOpen, step, type ApprovalEvent, type Circumstances } from "./step.ts";
import { updateApproval, type Updated } from "./update-approval.ts";

/** A call that needs a person, as the approvals see it. */
export interface CallToApprove {
  readonly callId: string;
  readonly terms: CallTerms;
  readonly contract: ToolContract;
  readonly principal: Principal;
  readonly channel: string;
}

/** What the pipeline does with approvals. Every carrier uses these. */
export interface CallApprovals {
  /** The approval of this call as it is now, if one was asked for. */
  find(call: CallToApprove): Promise<Approval | undefined>;
  /** Asks for an approval, unless one is open already. Undefined if the caller has too many open ones. */
  ask(call: CallToApprove, rules: ApprovalTerms, shown: ShownCall): Promise<Approval | undefined>;
  /** Uses the approval up, just before the call runs. One call gets it. */
  use(call: CallToApprove): Promise<Approval | { readonly rejected: Rejection | "none" }>;
  /** Ends an open approval because it is not needed any more. The result is what it was or became. */
  withdraw(call: CallToApprove, why: Withdrawal): Promise<Approval | undefined>;
  /** How long an approval waits, in milliseconds. */
  readonly waitMs: number;
}

export interface CallApprovalParts {
  readonly records: ApprovalRecords;
  readonly pauses: Pauses;
  readonly trail: ApprovalTrail;
  /** The time on the clock that all servers with this store share. */
  readonly now: () => Promise<Date>;
  readonly waitMs: number;
  /** How many approvals of one caller may be open. */
  readonly perCaller: number;
}

/** Two processes can ask at once; after this many attempts the call is refused. */
const attempts = 20;

export function callApprovals(parts: CallApprovalParts): CallApprovals {
  const { records, pauses, trail, now, waitMs, perCaller } = parts;

  const circumstances = async (call: CallToApprove, list: PauseList): Promise<Circumstances> => ({
    now: (await now()).getTime(),
    lastPause: lastPauseOf(list, call),
    contractHash: call.terms.contractHash,
    planHash: call.terms.planHash,
  });

  async function update(
    call: CallToApprove,
    list: PauseList,
    event: (at: Circumstances) => ApprovalEvent,
  ): Promise<Updated | undefined> {
    const updated = await updateApproval(
      records,
      () => records.ofCall(call.terms),
      async () => event(await circumstances(call, list)),
    );
    if (updated) await trail.ended(updated);
    return updated;
  }

  /** Withdraws what was just asked for if the caller had enough already: counted afterwards, because calls come at once. */
  async function withinLimit(call: CallToApprove, asked: Approval): Promise<Approval | undefined> {
    const at = (await now()).getTime();
    const open = (await records.all()).filter(
      (each) => each.terms.principal === asked.terms.principal && isOpen(each) && at < each.expiresAt,
    );
    if (open.length <= perCaller) return asked;
    await withdraw(call, "too_many");
    return undefined;
  }

  async function withdraw(call: CallToApprove, why: Withdrawal): Promise<Approval | undefined> {
    const list = await pauses.recent();
    return (await update(call, list, (at) => ({ ...at, kind: "withdraw", why })))?.after;
  }

  return {
    waitMs,
    withdraw,
    async find(call) {
      const list = await pauses.recent();
      return (await update(call, list, (at) => ({ ...at, kind: "look" })))?.after;
    },
    async ask(call, rules, shown) {
      const list = await pauses.read();
      for (let attempt = 0; attempt < attempts; attempt++) {
        const slot = await records.ofCall(call.terms);
        const at = await circumstances(call, list);
        const present = slot.approval && step(slot.approval, { ...at, kind: "look" }).approval;
        if (present && isOpen(present)) return present;
        const asked = newApproval(call, rules, shown, {
          id: records.newId(call.terms),
          createdAt: at.now,
          expiresAt: at.now + waitMs,
          waitMs,
          // What is asked for while the tool is paused, by a process that does not know yet, is of no use.
          pauses: (pauseOf(list, call)?.number ?? list.last + 1) - 1,
        });
        if (await records.write(asked, slot)) return withinLimit(call, asked);
      }
      throw new Error("an approval is changed faster than it can be written");
    },
    async use(call) {
      const { callId, terms } = call;
      const list = await pauses.read();
      const used = await update(call, list, (at) => ({ ...at, kind: "use", terms, callId }));
      if (!used) return { rejected: "none" };
      return used.rejected === undefined ? used.after : { rejected: used.rejected };
    },
  };
}

type Own = Pick<Approval, "id" | "createdAt" | "expiresAt" | "waitMs" | "pauses">;

function newApproval(
  { terms, contract, principal, channel }: CallToApprove,
  { approver, approvers, permissions, isFromStated }: ApproverRules,
  shown: ShownCall,
  own: Own,
): Approval {
  const { id, kind, tenant, name } = principal;
  return {
    ...own,
    state: "pending",
    terms,
    asker: { id, kind, ...(tenant !== undefined && { tenant }), ...(name !== undefined && { name }) },
    channel,
    shown,
    rules: { approver, approvers, permissions, isFromStated },
    auditEvent: contract.auditEvent,
    decisions: [],
  };
}
