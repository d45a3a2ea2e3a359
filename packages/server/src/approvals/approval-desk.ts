import type { ToolContract } from "@proviso/manifest";
import type { Approval, Decider, Decision, Objection, Rejection } from "../api/approval.ts";
import type {
  ApprovalDesk,
  DecisionOptions,
  DecisionResult,
  Reviewer,
  ReviewedApproval,
} from "../api/approval-desk.ts";
import type { Clock } from "../api/ports.ts";
import type { ApprovalRecords } from "./approval-records.ts";
import type { ApprovalTrail } from "./approval-trail.ts";
import { objectionTo } from "./may-decide.ts";
import { scopeProblem } from "./pause-scope.ts";
import { lastPauseOf, type PauseList, type Pauses } from "./pauses.ts";
import { step, type Circumstances } from "./step.ts";
import { updateApproval } from "./update-approval.ts";

export interface DeskParts {
  readonly records: ApprovalRecords;
  readonly pauses: Pauses;
  readonly trail: ApprovalTrail;
  readonly clock: Clock;
  readonly now: () => Promise<Date>;
  /** The current contracts, if they are known here. */
  readonly tools?: readonly ToolContract[];
}

export function approvalDesk({ records, pauses, trail, clock, now, tools }: DeskParts): ApprovalDesk {
  const circumstances = async (approval: Approval, list: PauseList): Promise<Circumstances> => {
    const hash = tools && (tools.find(({ name }) => name === approval.terms.tool)?.hash ?? "");
    return {
      now: (await now()).getTime(),
      lastPause: lastPauseOf(list, stoppedCallOf(approval)),
      ...(hash !== undefined && { contractHash: hash }),
    };
  };

  /** As it is at present; what has ended is written by the next call or decision. */
  async function reviewed(
    approval: Approval,
    reviewer: Reviewer,
    list: PauseList,
  ): Promise<ReviewedApproval | undefined> {
    const decider = deciderOf(reviewer, clock);
    if (!decider) return undefined;
    const present = step(approval, { ...(await circumstances(approval, list)), kind: "look" }).approval;
    const objection = objectionTo(present, decider.by, decider.permissions);
    if (objection !== undefined && hides[objection]) return undefined;
    return { ...present, ...(objection !== undefined && { objection }) };
  }

  async function decide(
    verdict: Decision["verdict"],
    id: string,
    reviewer: Reviewer,
    { via = "in process", reason }: DecisionOptions,
  ): Promise<DecisionResult> {
    const decider = deciderOf(reviewer, clock);
    if (!decider) return refused("not_a_person");
    const { by, permissions } = decider;
    const list = await pauses.read();
    const updated = await updateApproval(
      records,
      () => records.byId(id),
      async (approval) => {
        const at = await circumstances(approval, list);
        const decision = { verdict, by, via, at: at.now, ...(reason !== undefined && { reason }) };
        return { ...at, kind: "decide", decision, permissions };
      },
    );
    if (!updated) return refused("unknown");
    await trail.ended(updated);
    const { after, rejected } = updated;
    if (rejected !== undefined) return refused(isHidden(rejected) ? "unknown" : rejected);
    const decision = after.decisions.at(-1);
    if (decision && (await trail.decided(after, decision))) return { ok: true, approval: after };
    if (verdict === "approve") await takeBack(id);
    return refused("unrecorded");
  }

  /** An approval that is not on record must not be used. */
  async function takeBack(id: string): Promise<void> {
    await updateApproval(
      records,
      () => records.byId(id),
      async () => ({ kind: "withdraw", why: "unrecorded", now: (await now()).getTime(), lastPause: 0 }),
    );
  }

  /** Approvals end by the number of the pause whether this succeeds or not; this puts it on record. */
  async function endStopped(): Promise<void> {
    const list = await pauses.read();
    for (const { id } of await records.all()) {
      const ended = await updateApproval(
        records,
        () => records.byId(id),
        async (approval) => ({ ...(await circumstances(approval, list)), kind: "look" }),
      );
      if (ended) await trail.ended(ended);
    }
  }

  return {
    async list(reviewer) {
      const list = await pauses.read();
      const all = await Promise.all(
        (await records.all()).map((approval) => reviewed(approval, reviewer, list)),
      );
      return all.flatMap((each) => each ?? []).toSorted((one, other) => other.createdAt - one.createdAt);
    },
    async get(id, reviewer) {
      const { approval } = await records.byId(id);
      return approval && reviewed(approval, reviewer, await pauses.read());
    },
    approve: (id, reviewer, options = {}) => decide("approve", id, reviewer, options),
    deny: (id, reviewer, options = {}) => decide("deny", id, reviewer, options),
    paused: async () => (await pauses.read()).pauses.filter(({ resumed }) => resumed === undefined),
    async pause(scope, { operator }, { reason } = {}) {
      const problem = operatorProblem(operator) ?? scopeProblem(scope, tools);
      if (problem !== undefined) throw new TypeError(problem);
      await pauses.pause(scope, operator, reason);
      await trail.paused(scope, { id: operator, isOperator: true }, true, reason);
      await endStopped();
    },
    async resume(scope, { operator }, { reason } = {}) {
      const problem = operatorProblem(operator) ?? scopeProblem(scope);
      if (problem !== undefined) throw new TypeError(problem);
      // On record first: a stop must never end unseen.
      if (!(await trail.paused(scope, { id: operator, isOperator: true }, false, reason)))
        throw new Error("it stays paused: the audit trail cannot record that it is resumed");
      return pauses.resume(scope);
    },
  };
}

function operatorProblem(name: string): string | undefined {
  return typeof name === "string" && name.trim() !== "" && name.length <= 200
    ? undefined
    : "say who does it: a name of 1 to 200 characters";
}

interface KnownDecider {
  readonly by: Decider;
  readonly permissions: readonly string[];
}

/** Undefined for an agent, for somebody whose log-in has expired, and for nobody. */
function deciderOf(reviewer: Reviewer, clock: Clock): KnownDecider | undefined {
  if ("operator" in reviewer) {
    const { operator } = reviewer;
    return operatorProblem(operator) === undefined
      ? { by: { id: operator, isOperator: true }, permissions: [] }
      : undefined;
  }
  const { id, kind, tenant, name, permissions, expiresAt } = reviewer.principal;
  const isSignedIn = expiresAt === undefined || clock.now().getTime() < expiresAt * 1000;
  if (kind !== "user" || typeof id !== "string" || id === "" || !isSignedIn) return undefined;
  const by = { id, ...(tenant !== undefined && { tenant }), ...(name !== undefined && { name }) };
  return { by: { ...by, isOperator: false }, permissions: Array.isArray(permissions) ? permissions : [] };
}

/** The facts of an approval by which a pause stops its call. */
function stoppedCallOf({ asker, shown, terms }: Approval) {
  const { sideEffects } = shown;
  const [domain = ""] = terms.tool.split(".", 1);
  return { contract: { name: terms.tool, domain, sideEffects }, principal: asker };
}

/** With these, the reviewer does not learn that the approval exists. */
const hides: Readonly<Record<Objection, boolean>> = {
  another_tenant: true,
  lacks_permission: true,
  not_the_asker: true,
  own_call: false,
  decided_before: false,
};

function isHidden(rejected: Rejection): boolean {
  return Object.hasOwn(hides, rejected) && hides[rejected as Objection];
}

const messages = {
  unknown: "there is no such approval, or this person may not decide about it",
  not_a_person: "only a signed-in person decides, never an agent: sign in again",
  unrecorded: "the audit trail could not record the decision: a yes does not count, a no does; try again later",
  own_call: "somebody else has to approve this call",
  not_the_asker: "only the person for whom the agent acts approves this call",
  lacks_permission: "an approver needs another permission",
  another_tenant: "the call belongs to another tenant",
  decided_before: "this person has decided already; somebody else has to approve as well",
  another_call: "the approval is for another call",
  not_approved: "the call is not approved yet",
  ended: "the approval has ended: it was used, denied, withdrawn, or its time is up",
} as const satisfies Record<Extract<DecisionResult, { ok: false }>["why"], string>;

function refused(why: keyof typeof messages): DecisionResult {
  return { ok: false, why, message: messages[why] };
}
