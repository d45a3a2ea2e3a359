import { within, type Principal, type WantedLogIn } from "@proviso/server/extension";
import type { DecisionOptions, DecisionResult, ReviewedApproval } from "./api/approval-desk.ts";
import type { Approval } from "./api/approval.ts";
import { insidesOf, type Inbox } from "./inbox/inbox.ts";

/** A person in a test, signed in to the inbox. They see and may do what a real one with this principal does. */
export interface TestPerson {
  /**
   * The oldest open question that this person may decide about and has not, as the inbox shows it. Waits until there is one; rejects
   * after five seconds without.
   */
  question(): Promise<ReviewedApproval>;
  /**
   * Says yes, by default to `question()`, after a log-in as the contract asks for it. Rejects with the inbox's reason if the yes does
   * not count. A call that waits runs when it is made again.
   */
  approve(id?: string, options?: Pick<DecisionOptions, "reason" | "change">): Promise<Approval>;
  /** Says no, by default to `question()`. Rejects with the inbox's reason if the no does not count. */
  deny(id?: string, reason?: string): Promise<Approval>;
}

const longestWaitMs = 5000;

/**
 * A person for tests, who decides in the inbox of a server: `testPerson(approvals, { id: "otto", permissions: ["payments:approve"] })`.
 * It is not the caller: give it another id, unless the contract lets people approve what they ask for.
 */
export function testPerson(
  approvals: Inbox,
  person: Pick<Principal, "id"> & Partial<Omit<Principal, "id" | "kind" | "authTime" | "expiresAt">>,
): TestPerson {
  const insides = insidesOf(approvals);
  if (!insides) throw new TypeError("give `testPerson` what `inbox({ … })` has returned");
  const { listeners, now } = insides;
  const signedIn = async ({ acr }: WantedLogIn = {}) => {
    const authTime = Math.floor((await now()).getTime() / 1000);
    const principal = { permissions: [], ...person, ...(acr !== undefined && { acr }), authTime };
    return { principal: { ...principal, kind: "user" } } as const;
  };

  async function firstOpen(): Promise<ReviewedApproval | undefined> {
    const open = await approvals.desk.list(await signedIn(), { isOpen: true });
    return open.findLast(({ decisions, state }) => {
      const isDecided = decisions.some(({ by, verdict }) => by.id === person.id && verdict !== "identify");
      return state === "pending" && !isDecided;
    });
  }

  async function question(): Promise<ReviewedApproval> {
    const next = waitFor(listeners);
    try {
      const open = await firstOpen();
      if (open) return open;
      await within(longestWaitMs, () => next.asked).catch(async () => {
        throw new Error(await nothingToDecide());
      });
    } finally {
      next.stop();
    }
    return question();
  }

  async function nothingToDecide(): Promise<string> {
    const all = await approvals.desk.list({ operator: "test" }, { isOpen: true });
    const hidden = all.map(({ terms, rules }) => `${terms.tool} (approvers hold ${list(rules.permissions)})`);
    return `${person.id} has nothing to decide; ${hidden.length > 0 ? `open for others: ${hidden.join(", ")}` : "no call waits"}`;
  }

  async function seen(id: string | undefined): Promise<ReviewedApproval> {
    if (id === undefined) return question();
    const approval = await approvals.desk.get(id, await signedIn());
    if (approval) return approval;
    throw new Error(await nothingToDecide());
  }

  function counted(result: DecisionResult, { terms }: Approval, verb: string): Approval {
    if (result.ok) return result.approval;
    throw new Error(`${person.id} cannot ${verb} ${terms.tool}: ${result.message}`);
  }

  return {
    question,
    async approve(id, options = {}) {
      const { revision, ...approval } = await seen(id);
      const reviewer = await signedIn(approval.rules.logIn);
      const asSeen = revision !== undefined && { revision };
      const result = await approvals.desk.approve(approval.id, reviewer, {
        ...options,
        ...asSeen,
        via: "test",
      });
      return counted(result, approval, "approve");
    },
    async deny(id, reason) {
      const approval = await seen(id);
      const why = reason !== undefined && { reason };
      const result = await approvals.desk.deny(approval.id, await signedIn(), { ...why, via: "test" });
      return counted(result, approval, "deny");
    },
  };
}

/** The next call that starts to wait. Listens at once, so that none is missed. */
function waitFor(listeners: Set<() => void>): { readonly asked: Promise<void>; readonly stop: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  listeners.add(resolve);
  return { asked: promise, stop: () => listeners.delete(resolve) };
}

function list(permissions: readonly string[]): string {
  return permissions.length === 0 ? "no permission" : permissions.join(", ");
}
