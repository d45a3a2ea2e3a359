import type { Outcome, TaskEnd } from "@proviso/server/extension";
import type { Approval } from "../api/approval.ts";

/** What has become of a call that was made for a task; undefined if it may still run later. */
export function endOfCall(outcome: Outcome): TaskEnd | undefined {
  // It goes on, here or in another process.
  if ("failure" in outcome && outcome.failure.code === "in_progress") return undefined;
  switch (outcome.kind) {
    case "completed":
    case "planned":
      return { outcome, disposition: "approved-executed" };
    case "failed":
      return {
        outcome,
        disposition: outcome.failure.code === "outcome_unknown" ? "outcome-unknown" : "execution-error",
      };
    case "refused":
      return endOfRefusal(outcome);
    case "unknown_tool":
      return { outcome, disposition: "denied-not-executed" };
    // The call is made with an approval that exists, so that nobody is asked.
    case "input_required":
      return undefined;
  }
}

function endOfRefusal(outcome: Extract<Outcome, { readonly kind: "refused" }>): TaskEnd | undefined {
  const { code, details, retry } = outcome.failure;
  if (retry === "after" || code === "step_up_required") return undefined;
  // An equal call may have used the approval.
  const isUsed = code === "confirmation_unanswered" && details?.["answer"] === "used";
  return { outcome, disposition: isUsed ? "outcome-unknown" : "denied-not-executed" };
}

/** The end of a task whose approval was denied or has ended unused. */
export function endWithoutCall({ decisions, state, terms }: Approval): TaskEnd {
  const denial = state === "denied" ? decisions.at(-1) : undefined;
  const reason = denial?.reason === undefined ? "" : ` The reason given: ${JSON.stringify(denial.reason)}.`;
  const message = denial
    ? `A person was asked and said no.${reason} The tool did not run, and nothing has happened. Do not call again unless the user asks for it.`
    : "The approval has ended: nobody gave it in time, or what it was for has changed. The tool did not run, and nothing has happened. If the user still wants this, call again, and a person is asked anew.";
  const code = denial ? "confirmation_declined" : "confirmation_unanswered";
  return {
    outcome: { kind: "refused", tool: terms.tool, failure: { code, message, retry: "never" } },
    disposition: "denied-not-executed",
  };
}

/** The end of a task whose approval is used or gone, and nobody has recorded by whom. */
export function unknownEnd(tool: string): TaskEnd {
  const message =
    "It is not known whether the tool ran: the server was stopped while it ran, or an equal call used the approval. " +
    "Look at the results of earlier calls, or check what has happened, before calling again.";
  return {
    outcome: { kind: "failed", tool, failure: { code: "outcome_unknown", message, retry: "never" } },
    disposition: "outcome-unknown",
  };
}
