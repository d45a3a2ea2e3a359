import type { Approval, Decider, LogIn, Objection, WantedLogIn } from "../api/approval.ts";
import { isLogInEnough } from "./log-in.ts";

/** What an approval of somebody would be: none, an approval, or the proof that it is they who ask. */
export interface Standing {
  readonly objection?: Objection;
  readonly identifies?: true;
  /** Whether the log-in of the decider is the one that the call needs. */
  readonly givesLogIn?: true;
}

type Judged = Pick<Approval, "asker" | "decisions" | "rules">;

/**
 * What a decider's yes would count for. Where the call needs a log-in, nobody else's counts for it than that of the person who
 * asks, who gives it also where only others approve. `now` is in milliseconds since the epoch.
 */
export function standingOf(
  approval: Judged,
  {
    by,
    permissions,
    logIn,
  }: { readonly by: Decider; readonly permissions: readonly string[]; readonly logIn: LogIn },
  now: number,
): Standing {
  const objection = objectionTo(approval, by, permissions);
  const wanted = missingLogIn(approval, now);
  if (!wanted || !isTheAsker(approval, by)) return objection === undefined ? {} : { objection };
  if (!isLogInEnough(logIn, wanted, now)) return { objection: "log_in_too_old" };
  return { givesLogIn: true, ...(objection !== undefined && { identifies: true }) };
}

/** The log-in that the call needs and that the person who asks has not given, or not lately enough. */
export function missingLogIn(
  { decisions, rules: { logIn: wanted } }: Pick<Approval, "decisions" | "rules">,
  now: number,
): WantedLogIn | undefined {
  const isGiven = wanted && decisions.some(({ logIn }) => logIn && isLogInEnough(logIn, wanted, now));
  return isGiven ? undefined : wanted;
}

function isTheAsker({ asker }: Judged, by: Decider): boolean {
  return !by.isOperator && by.id === asker.id && (by.tenant ?? null) === (asker.tenant ?? null);
}

/**
 * Whether a decider may approve, as far as the log-in does not matter; `permissions` are what the decider holds. Whoever asked may
 * always deny.
 */
export function objectionTo(
  { asker, decisions, rules }: Judged,
  by: Decider,
  permissions: readonly string[],
): Objection | undefined {
  if (by.isOperator) return objectionToOperator(rules, sameName(by.id, asker.id));
  if ((by.tenant ?? null) !== (asker.tenant ?? null)) return "another_tenant";
  if (decisions.some((each) => isSamePerson(each.by, by))) return "decided_before";
  const isAsker = by.id === asker.id;
  if (isAsker && rules.approver === "other") return "own_call";
  if (!isAsker && rules.approver === "self" && !rules.isFromStated) return "not_the_asker";
  return rules.permissions.every((each) => permissions.includes(each)) ? undefined : "lacks_permission";
}

/** Nobody verifies the name of an operator: it could be a second name of somebody who has approved. */
function objectionToOperator(
  { approver, approvers }: Approval["rules"],
  isAsker: boolean,
): Objection | undefined {
  if (approver === "other" && isAsker) return "own_call";
  return approvers > 1 ? "needs_signed_in_people" : undefined;
}

function isSamePerson(one: Decider, other: Decider): boolean {
  return !one.isOperator && one.id === other.id && (one.tenant ?? null) === (other.tenant ?? null);
}

function sameName(name: string, other: string): boolean {
  return plainName(name) === plainName(other);
}

/** Operators type their names: spaces around them, letter case and compatible characters make no other person. */
function plainName(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}
