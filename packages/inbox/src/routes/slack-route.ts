import type { Reviewer } from "@proviso/server/extension";
import { noticeOf } from "../approvals/announce.ts";
import { answerText } from "../http/answers.ts";
import { readText } from "../http/read-form.ts";
import { isForSlack } from "../notify/slack-message.ts";
import { isFromSlack, isOwnButton, readSlackAction, type SlackAction } from "../notify/slack-request.ts";
import type { Slack } from "../notify/slack.ts";
import { decideAsEntered } from "./desk-access.ts";
import type { InboxParts } from "./inbox-parts.ts";

/** Answers Slack when a button is pressed. Only the signature proves that it is Slack. */
export async function answerSlack(parts: InboxParts, slack: Slack, request: Request): Promise<Response> {
  const { onFault } = parts;
  const body = await readText(request);
  const { signingSecret } = slack;
  if (body === undefined || signingSecret === undefined) return answerText("Not accepted", 403);
  if (!isFromSlack(request.headers, body, signingSecret, Date.now()))
    return answerText("The signature is not Slack's, or older than five minutes", 403);
  const action = readSlackAction(body);
  // Slack sends links that were opened, too.
  if (!action || (action.verdict !== "approve" && action.verdict !== "deny")) return answerText("ok", 200);
  if (!isOwnButton(action, signingSecret)) return answerText("This is no button of the inbox's message", 403);
  const said = await decide(parts, slack, action);
  // Slack waits three seconds for this answer, not for what follows.
  void showDecision(parts, slack, action, said).catch(onFault);
  return answerText("ok", 200);
}

interface Said {
  readonly reviewer?: Reviewer;
  readonly problem?: string;
}

async function decide({ desk }: InboxParts, slack: Slack, action: SlackAction): Promise<Said> {
  const { approval: id, user, verdict } = action;
  const principal = await slack.principalOf(user);
  if (principal?.kind !== "user") return { problem: "You are not known here, so nothing was decided." };
  const reviewer = { principal };
  const approval = await desk.get(id, reviewer);
  if (!approval) return { problem: "There is no such approval, or it is for somebody else to decide." };
  if (!isForSlack(approval)) return { reviewer, problem: "This is read, and decided, on its page." };
  const decided = await decideAsEntered(desk, approval, reviewer, "slack", { verdict });
  return decided.ok ? { reviewer } : { reviewer, problem: decided.problem };
}

async function showDecision(
  { desk, url }: InboxParts,
  slack: Slack,
  { approval: id, channel, message, user }: SlackAction,
  { reviewer, problem }: Said,
): Promise<void> {
  if (problem !== undefined) await slack.tell(user, channel, problem);
  const present = reviewer && (await desk.get(id, reviewer));
  if (present) await slack.update(noticeOf(present, url), channel, message);
}
