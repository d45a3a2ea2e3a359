import {
  checkTimes,
  type Clock,
  operatorProblem,
  logInOfPrincipal,
  type Reviewer,
  wholePrincipal,
} from "@proviso/server/extension";
import type { Decider, Objection, Rejection } from "../api/approval.ts";
import type { DecisionResult } from "../api/approval-desk.ts";
import type { Deciding } from "./may-decide.ts";

/** Undefined for an agent, for somebody whose log-in has expired, and for nobody. Throws a TypeError for a time in milliseconds. */
export function deciderOf(reviewer: Reviewer, clock: Clock): Deciding | undefined {
  if ("operator" in reviewer) {
    const { operator } = reviewer;
    return operatorProblem(operator) === undefined
      ? { by: { id: operator, isOperator: true }, permissions: [], logIn: {} }
      : undefined;
  }
  const principal = wholePrincipal(reviewer.principal);
  if (!principal) return undefined;
  checkTimes(principal);
  const { id, kind, permissions, expiresAt } = principal;
  const isSignedIn = expiresAt === undefined || clock.now().getTime() < expiresAt * 1000;
  if (kind !== "user" || typeof id !== "string" || id === "" || !isSignedIn) return undefined;
  return {
    by: { ...identityOf(principal), isOperator: false },
    permissions: Array.isArray(permissions) ? permissions : [],
    logIn: logInOfPrincipal(reviewer.principal),
  };
}

type Identity = Omit<Decider, "isOperator">;

/** Who somebody is, as approvals keep it. */
export function identityOf({ id, issuer, tenant, name }: Identity): Identity {
  return {
    id,
    ...(issuer !== undefined && { issuer }),
    ...(tenant !== undefined && { tenant }),
    ...(name !== undefined && { name }),
  };
}

/** With these, the reviewer does not learn that the approval exists. */
const hiding: readonly Rejection[] = [
  "another_tenant",
  "lacks_permission",
  "not_the_asker",
] satisfies readonly Objection[];

export function isHidden(rejected: Rejection): boolean {
  return hiding.includes(rejected);
}

type NotDecided = Extract<DecisionResult, { ok: false }>;
type Why = Extract<DecisionResult, { ok: false }>["why"];

const messages: Readonly<Record<Why, string>> = {
  unknown: "there is no such approval, or this person may not decide about it",
  not_a_person: "only a signed-in person decides, never an agent: sign in again",
  unrecorded:
    "the audit trail could not record the decision: a yes does not count, a no does; try again later",
  own_call: "somebody else has to approve this call",
  not_the_asker: "only the person for whom the agent acts approves this call",
  lacks_permission: "an approver needs another permission",
  another_tenant: "the call belongs to another tenant",
  log_in_too_old:
    "this call needs a newer or stronger log-in of the person for whom the agent acts: sign in again, then decide",
  decided_before:
    "this person has decided already; where several people have to approve, somebody else is next",
  needs_signed_in_people:
    "several people have to approve this call, each of them signed in: nobody verifies the name of an operator",
  another_issuer:
    "whoever asked or approved has an id of another issuer, so nobody can tell whether this is another person: whoever runs the server gives the sign-in provider a `principal` function",
  another_call: "the approval is for another call",
  not_approved: "the call is not approved yet",
  revised: "what is to be approved has changed since: look at it again",
  not_narrower: "an approver only narrows the arguments that the contract names",
  unbound: "the changed call is checked and planned when it is made again: approve it after that",
  not_together: "the contract does not let so many calls be approved at once: approve them one by one",
  ended:
    "nothing is left to decide: the call was approved already, or used its approval, or was denied or withdrawn, or its time is up",
};

export function notDecided(why: Why, message: string = messages[why]): NotDecided {
  return { ok: false, why, message };
}
