import type { PlannedCall } from "../call/call.ts";
import { refuse } from "../call/refuse.ts";
import type { Refusal } from "../../api/outcome.ts";

// Messages for calls that are not confirmed. A model reads them: each says what happened, who has
// to do what next, and whether to call again.

export function nobodyToAsk(call: PlannedCall): Refusal {
  const message =
    "Nobody was asked: a person has to approve this call, and this client cannot show the question. Nothing has happened. " +
    "Do not retry from this client; the user can make the call from one that shows forms (MCP elicitation).";
  return refuse(call, "confirmation_required", message);
}

/** Refuses a declined call. Some hosts decline themselves, so the message names no person. */
export function declined(call: PlannedCall): Refusal {
  const message =
    "No yes was given: the client answered the question with a no, a person's or its own. Nothing has happened. " +
    "Do not call again unless the user asks for it.";
  return refuse(call, "confirmation_declined", message);
}

/** Why a question has no valid answer. */
export type UnansweredReason =
  | "cancel"
  | "timeout"
  | "error"
  | "another_answer"
  | "expired"
  | "used"
  | "another_request"
  | "not_here"
  | "unknown_key"
  | "forged";

const askingAgain = "call again with the same arguments, and the question is asked again";

const unansweredMessages: Readonly<Record<UnansweredReason, string>> = {
  cancel: `The question was closed without a yes or a no, by a person or by the client on its own. Nothing has happened. Ask the user whether they want this; if they do, ${askingAgain}.`,
  timeout: `Nobody answered the question in time. Nothing has happened. Tell the user that this waits for their approval; when they are ready to answer, ${askingAgain}.`,
  error:
    "The client failed to show the question to a person. Nothing has happened. Tell the user; retry only when their client can show it.",
  another_answer: `What was entered is not the answer that was asked for, so it approves nothing. Nothing has happened. If the user wants this, ${askingAgain}.`,
  expired: `The answer came too late. Nothing has happened. If the user still wants this, ${askingAgain}.`,
  used: "The answer has been used before, and it counts once. Look at the result of the call that it was used for; to ask a person again, call without this answer.",
  another_request:
    "The answer belongs to another request, so it approves nothing here. Nothing has happened. Call without it, and a person is asked about this one.",
  not_here:
    "This call is not approved in the client that makes it, so the answer approves nothing. Nothing has happened. Call without it.",
  unknown_key: `The question was sealed with a key that this server does not have any more, so the answer approves nothing. Nothing has happened. If the user still wants this, ${askingAgain}.`,
  forged: "The answer belongs to no question that this server asked.",
};

export function unanswered(call: PlannedCall, why: UnansweredReason): Refusal {
  return refuse(call, "confirmation_unanswered", unansweredMessages[why], { answer: why });
}
