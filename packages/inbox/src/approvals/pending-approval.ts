import {
  type CallToApprove,
  logInText,
  noLogInText,
  type NotApproved,
  type Principal,
} from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";
import { pageOf } from "./announce.ts";
import type { Asked } from "./call-approvals.ts";
import { requestOf } from "./approval-trail.ts";
import { isYesEnough, logInUntil, yesIn } from "./may-decide.ts";
import { endings } from "./withdrawals.ts";

/** Milliseconds after which a caller may look again whether a person has decided. */
const lookAgainMs = 15_000;

/**
 * Tells a caller which approvals are given and which are missing. `url` is the address of the
 * inbox, `now` in milliseconds since the epoch.
 */
export function pendingApproval(
  call: Pick<CallToApprove, "principal">,
  { approval, isNew }: Asked,
  url: string | undefined,
  now: number,
): NotApproved {
  const { id, createdAt, expiresAt, rules, shown } = approval;
  const page = url === undefined ? {} : { url: pageOf(url, id) };
  const isLogInMissing = logInUntil(approval, now) === 0;
  const message = [
    stateOf(approval),
    formerly(approval),
    wayTo(approval, page.url),
    logInNeeded(approval, call.principal, now),
    isYesEnough(approval)
      ? "When that is done, make the same call again with exactly the same arguments, and it runs; so it does when you make it with a newer log-in of the user."
      : "When it is approved, make the same call again with exactly the same arguments, and it runs. You cannot approve it yourself, and calling again before that changes nothing.",
    rules.together === undefined
      ? ""
      : `If the user wants more calls of this tool, make them now: up to ${rules.together} that wait can be approved at once.`,
  ];
  return {
    code: "approval_pending",
    message: message.filter((each) => each !== "").join(" "),
    details: {
      approval: id,
      ...page,
      expiresAt: new Date(expiresAt).toISOString(),
      retryAfterMs: lookAgainMs,
      ...(isLogInMissing && rules.logIn),
    },
    waits: { approval: id, title: shown.title, ...page, createdAt, expiresAt, isNew },
    request: requestOf(approval),
  };
}

function stateOf(approval: Approval): string {
  const { approvers } = approval.rules;
  if (isYesEnough(approval)) return "This call is approved, but has not run yet: a log-in is missing.";
  const people = approvers > 1 ? `${approvers} people have` : "a person has";
  const yes = yesIn(approval);
  return (
    `This call has not run yet: ${people} to approve it outside of this conversation.` +
    (yes > 0 ? ` ${yes} of them ${yes > 1 ? "have" : "has"} approved it.` : "")
  );
}

/** Describes the outcome of earlier equal calls. */
function formerly({ earlier, replaces }: Approval): string {
  if (earlier)
    return "The same call was approved before and has run or begun, so it may have taken effect: tell the user, and find out first.";
  if (!replaces) return "";
  const given = replaces.approvals > 0 ? ", so what was approved then does not count" : "";
  return `It waited before, and that approval ended because ${endings[replaces.why]}${given}.`;
}

function wayTo(approval: Approval, link: string | undefined): string {
  const { id, rules } = approval;
  const where =
    link === undefined ? `where this product shows pending approvals; its id is ${id}` : `at ${link}`;
  if (isYesEnough(approval))
    return `Tell the user to sign in again and to confirm ${where}. Nobody has to approve it again.`;
  const who =
    rules.approver === "other" || rules.isFromStated
      ? "the approval of somebody who may give it"
      : "the user's approval";
  return `Tell the user that it waits for ${who} ${where}.`;
}

function logInNeeded(approval: Approval, caller: Principal, now: number): string {
  const { logIn } = approval.rules;
  const until = logInUntil(approval, now);
  if (!logIn || until === Infinity) return "";
  if (until === 0)
    return `The call needs ${logInText(logIn)}, so the user has to sign in there again.${noLogInText(caller)}`;
  const time = new Date(until).toISOString().slice(11, 16);
  return `The log-in of the user is recent enough for this call until ${time} UTC; after that they have to sign in there again.`;
}
