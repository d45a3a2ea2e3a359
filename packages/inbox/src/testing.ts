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

/** Who decides in a test. The log-in is made anew for each decision. */
export type TestPrincipal = Pick<Principal, "id"> &
  Partial<Omit<Principal, "id" | "kind" | "authTime" | "expiresAt">>;

/**
 * A person for tests, who decides in the inbox of a server: `testPerson(approvals, { id: "otto", permissions: ["payments:approve"] })`.
 * It is not the caller: give it another id, unless the contract lets people approve what they ask for. Throws a TypeError for what
 * `inbox` has not made.
 */
export function testPerson(approvals: Inbox, person: TestPrincipal): TestPerson {
  const { question, seen, signedIn } = seenBy(approvals, person);
  const counted = (result: DecisionResult, { terms }: Approval, verb: string): Approval => {
    if (result.ok) return result.approval;
    throw new Error(`${person.id} cannot ${verb} ${terms.tool}: ${result.message}`);
  };
  return {
    question,
    async approve(id, options = {}) {
      const { revision, ...approval } = await seen(id);
      const reviewer = await signedIn(approval.rules.logIn);
      const asSeen = revision !== undefined && { revision };
      const result = await approvals.desk.approve(approval.id, reviewer, { ...options, ...asSeen, via });
      return counted(result, approval, "approve");
    },
    async deny(id, reason) {
      const approval = await seen(id);
      const why = reason !== undefined && { reason };
      const result = await approvals.desk.deny(approval.id, await signedIn(), { ...why, via });
      return counted(result, approval, "deny");
    },
  };
}

/** Where a test person decides, on record. */
const via = "test";
const longestWaitMs = 5000;

/** What a person sees of an inbox. */
function seenBy(approvals: Inbox, person: TestPrincipal) {
  const insides = insidesOf(approvals);
  if (!insides) throw new TypeError("give `testPerson` what `inbox({ … })` has returned");
  const { listeners, now } = insides;
  const signedIn = async ({ acr }: WantedLogIn = {}) => {
    const authTime = Math.floor((await now()).getTime() / 1000);
    const principal = { permissions: [], ...person, ...(acr !== undefined && { acr }), authTime };
    return { principal: { ...principal, kind: "user" } } as const;
  };
  const firstOpen = async (): Promise<ReviewedApproval | undefined> => {
    const open = await approvals.desk.list(await signedIn(), { isOpen: true });
    return open.findLast(({ decisions, state }) => {
      const isDecided = decisions.some(({ by, verdict }) => by.id === person.id && verdict !== "identify");
      return state === "pending" && !isDecided;
    });
  };
  const nothingToDecide = async (): Promise<Error> => {
    const all = await approvals.desk.list({ operator: via }, { isOpen: true });
    const others = all.map(({ terms, rules }) => `${terms.tool} (approvers hold ${list(rules.permissions)})`);
    const rest = others.length > 0 ? `open for others: ${others.join(", ")}` : "no call waits";
    return new Error(`${person.id} has nothing to decide; ${rest}`);
  };
  const question = async (): Promise<ReviewedApproval> => {
    const next = waitFor(listeners);
    try {
      const open = await firstOpen();
      if (open) return open;
      await within(longestWaitMs, () => next.asked).catch(async () => {
        throw await nothingToDecide();
      });
    } finally {
      next.stop();
    }
    return question();
  };
  const seen = async (id: string | undefined): Promise<ReviewedApproval> => {
    const approval = id === undefined ? await question() : await approvals.desk.get(id, await signedIn());
    if (approval) return approval;
    throw await nothingToDecide();
  };
  return { question, seen, signedIn };
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
