import { isLogInEnough, type LogIn, logInEnd, skeletonOf } from "@proviso/server/extension";
import type { Approval, Decider, Objection } from "../api/approval.ts";
import type { LogInLeft } from "../api/approval-desk.ts";

/** A person who decides, with their permissions and log-in. */
export interface Deciding {
  readonly by: Decider;
  readonly permissions: readonly string[];
  readonly logIn: LogIn;
}

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
export function standingOf(approval: Judged, { by, permissions, logIn }: Deciding, now: number): Standing {
  const objection = objectionTo(approval, by, permissions);
  const { logIn: wanted } = approval.rules;
  const givesLogIn = wanted !== undefined && isTheAsker(approval, by) && isLogInEnough(logIn, wanted, now);
  if (!wanted || !isTheAsker(approval, by) || logInUntil(approval, now) > 0)
    return objection === undefined ? (givesLogIn ? { givesLogIn } : {}) : { objection };
  if (!givesLogIn) return { objection: "log_in_too_old" };
  return { givesLogIn, ...(objection !== undefined && { identifies: true }) };
}

/**
 * When the log-in that the call needs will be too old, in milliseconds since the epoch: Infinity if it needs none, 0 if the person who
 * asks has not given it, by the token of the call or in the inbox, or not lately enough.
 */
export function logInUntil({ asker, decisions, rules: { logIn: wanted } }: Judged, now: number): number {
  if (!wanted) return Infinity;
  const given = decisions.flatMap(({ at, logIn }) => (logIn ? [logInEnd(logIn, wanted, at, now)] : []));
  return Math.max(0, asker.logIn ? logInEnd(asker.logIn, wanted, Infinity, now) : 0, ...given);
}

/** People need a moment to decide, and agents to call again. */
const soonMs = 2 * 60_000;

/** What remains of the log-in after a yes of this decider. Undefined if it limits nothing. */
export function logInLeft(approval: Judged, { by, logIn }: Deciding, now: number): LogInLeft | undefined {
  const { logIn: wanted } = approval.rules;
  if (!wanted) return undefined;
  const isOwn = isTheAsker(approval, by);
  const own = isOwn ? logInEnd(logIn, wanted, now, now) : 0;
  const until = Math.max(logInUntil(approval, now), own);
  return until === Infinity ? undefined : { until, isSoon: until - now < soonMs, isOwn };
}

/** How many people have said yes. */
export function yesIn({ decisions }: Pick<Approval, "decisions">): number {
  return decisions.filter(({ verdict }) => verdict === "approve").length;
}

/** Whether enough people have said yes. */
export function isYesEnough(approval: Pick<Approval, "decisions" | "rules">): boolean {
  return yesIn(approval) >= approval.rules.approvers;
}

/** Whether the person who asks is among those who have said yes. */
export function hasApproved({ asker, decisions }: Pick<Approval, "asker" | "decisions">): boolean {
  return decisions.some(({ by, verdict }) => verdict === "approve" && !by.isOperator && isSameId(by, asker));
}

function isTheAsker({ asker }: Judged, by: Decider): boolean {
  return !by.isOperator && isSameId(by, asker) && (by.tenant ?? null) === (asker.tenant ?? null);
}

/**
 * Whether a decider may approve, as far as the log-in does not matter; `permissions` are what the
 * decider holds. Whoever asked may always deny.
 */
export function objectionTo(
  { asker, decisions, rules }: Judged,
  by: Decider,
  permissions: readonly string[],
): Objection | undefined {
  if (by.isOperator) return objectionToOperator(rules, looksLike(by.id, asker));
  if ((by.tenant ?? null) !== (asker.tenant ?? null)) return "another_tenant";
  if (decisions.some((each) => isSamePerson(each.by, by))) return "decided_before";
  const isAsker = isSameId(by, asker);
  if (isAsker && rules.approver === "other") return "own_call";
  if (!isAsker && rules.approver === "self" && !rules.isFromStated) return "not_the_asker";
  if (!rules.permissions.every((each) => permissions.includes(each))) return "lacks_permission";
  const others = [asker, ...decisions.map((each) => each.by)];
  return others.some((other) => isOfAnotherIssuer(by, other)) ? "another_issuer" : undefined;
}

/** Nobody verifies the name of an operator: it could be that of an earlier approver. */
function objectionToOperator(
  { approver, approvers }: Approval["rules"],
  isAsker: boolean,
): Objection | undefined {
  if (approver === "other" && isAsker) return "own_call";
  return approvers > 1 ? "needs_signed_in_people" : undefined;
}

function isSamePerson(one: Decider, other: Decider): boolean {
  return !one.isOperator && isSameId(one, other) && (one.tenant ?? null) === (other.tenant ?? null);
}

type Id = Pick<Decider, "id" | "issuer">;

function isSameId(one: Id, other: Id): boolean {
  return one.id === other.id && !isOfAnotherIssuer(one, other);
}

/** The ids of two issuers say nothing about whether these are two people. */
function isOfAnotherIssuer({ issuer: one }: Id, { issuer: other }: Id): boolean {
  return one !== undefined && other !== undefined && one !== other;
}

/** Whether an operator's name, which nobody verifies, looks like that of the asker. */
function looksLike(name: string, { id, name: shown, tenant }: Approval["asker"]): boolean {
  const [local = ""] = id.split("@", 1);
  // As lists and the trail write the asker.
  const written = tenant === undefined ? id : `${id}@${tenant}`;
  return [id, local, shown ?? id, written].some(
    (each) =>
      plainName(each) === plainName(name) ||
      (skeletonOf(each) !== "" && skeletonOf(each) === skeletonOf(name)),
  );
}

/** Operators type their names: spaces, case and compatible characters do not distinguish them. */
function plainName(name: string): string {
  return name.normalize("NFKC").trim().toLowerCase();
}
