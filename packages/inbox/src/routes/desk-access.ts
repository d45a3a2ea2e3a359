import { isPhrase } from "../approvals/phrase-of-calls.ts";
import type { JsonObject } from "@proviso/manifest";
import type { Reviewer } from "@proviso/server/extension";
import type { ApprovalDesk, DecisionResult, ReviewedApproval } from "../api/approval-desk.ts";

/** What a person entered. */
export interface Entered {
  readonly verdict: string | undefined;
  readonly reason?: string | undefined;
  readonly phrase?: string | undefined;
  /** The revision that the person has seen. */
  readonly revision?: number;
  readonly change?: JsonObject | undefined;
}

export type Decided = { readonly ok: true } | { readonly ok: false; readonly problem: string };

const longestReason = 1000;

/** Decides as entered. A yes to a call with a phrase counts only with that phrase. */
export async function decideAsEntered(
  desk: ApprovalDesk,
  { id, shown }: ReviewedApproval,
  reviewer: Reviewer,
  via: string,
  { verdict, reason, phrase, revision = 0, change }: Entered,
): Promise<Decided> {
  const said = reason?.trim() ?? "";
  if (said.length > longestReason)
    return { ok: false, problem: `A reason may have ${longestReason} characters.` };
  if (verdict !== "approve" && verdict !== "deny")
    return { ok: false, problem: "Choose one of the two: approve or deny." };
  if (verdict === "approve" && shown.phrase !== undefined && !isPhrase(phrase, shown.phrase))
    return {
      ok: false,
      problem: "What you typed is not the phrase, so nothing was approved. Type it exactly.",
    };
  const isChanged = verdict === "approve" && change !== undefined;
  const options = { via, revision, ...(said !== "" && { reason: said }), ...(isChanged && { change }) };
  return sentence(await desk[verdict](id, reviewer, options));
}

function sentence(result: DecisionResult): Decided {
  if (result.ok) return { ok: true };
  const { message } = result;
  return { ok: false, problem: `${message.charAt(0).toUpperCase()}${message.slice(1)}.` };
}
