import type { Replaced, Withdrawal } from "../api/approval.ts";

/** Why an approval ended unused, as a clause. */
export const endings: Readonly<Record<Replaced["why"], string>> = {
  contract_changed: "its contract has changed",
  plan_changed: "what it would do has changed",
  paused: "an operator has paused the tool",
  answered_here: "it was answered in the client that asked",
  cancelled: "the caller has cancelled it",
  edit_invalid: "what an approver changed does not fit its contract",
  not_needed: "the call was made with a log-in that is recent enough, and needs no approval",
  mandate: "a standing approval covered the call when it was made again",
  too_many: "the caller had too many calls waiting",
  expired: "its time was up",
} satisfies Record<Withdrawal | "expired", string>;
