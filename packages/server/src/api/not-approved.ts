import type { NotApproved } from "./approvals.ts";

// Refusals that the pipeline and the approvals give. A model reads them.

/** The call cannot be shown completely, because nobody may approve it then. */
export const tooMuchToShow: NotApproved = {
  code: "confirmation_required",
  message:
    "Nobody was asked: the arguments, or the plan, are more than can be shown to a person. Nothing has happened. " +
    "Do not retry with these arguments; make several calls with less in each.",
  details: { reason: "too_much_to_show" },
};

/** The approval was used by another call, or has ended since this call began. */
export const endedBeforeUse: NotApproved = {
  code: "confirmation_unanswered",
  message:
    "The approval was used by another call, or has ended. Nothing has happened in this call. " +
    "Look at the results of earlier calls; if the user still wants this, call again, and a person is asked again.",
  details: { answer: "used" },
};
