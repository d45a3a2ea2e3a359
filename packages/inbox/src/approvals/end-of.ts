import { escapeText } from "@proviso/manifest";
import type { Approval, Withdrawal } from "../api/approval.ts";
import { endings } from "./withdrawals.ts";

/** With these, the call itself may have run without the approval. */
const mayHaveRun = new Set<Withdrawal>(["answered_here", "not_needed", "mandate"]);

/** Which decision or end came before somebody's own, as a clause. */
export function endOf({ decisions, expiresAt, state, withdrawn = "not_needed" }: Approval): string {
  const last = decisions.findLast(({ verdict }) => verdict !== "identify");
  const by = last ? `by ${escapeText(last.by.name ?? last.by.id)} at ${timeText(last.at)}` : "beforehand";
  if (state === "denied") return `it was denied ${by}. Nothing has run by it`;
  if (state === "expired") return `its time was up at ${timeText(expiresAt)}. Nothing has run by it`;
  if (state === "withdrawn")
    return `it was withdrawn: ${endings[withdrawn]}${mayHaveRun.has(withdrawn) ? "" : ". Nothing has run by it"}`;
  return `it was approved ${by}${state === "consumed" ? ", and its call has begun" : ". Nothing has run by it yet"}`;
}

function timeText(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
