import type { ReviewedApproval } from "../api/approval-desk.ts";
import { isPhrase, phraseOfCalls } from "../approvals/phrase-of-calls.ts";
import type { ApprovalsCommandLine, ApprovalsHost } from "./approvals-command.ts";
import { printApproval } from "./print-approval.ts";

/**
 * Whether the person has typed the phrase of these calls, if they need one: with `--phrase`, or
 * when asked, after all of each call is printed. Says what to do if not.
 */
export async function hasPhrase(
  approvals: readonly ReviewedApproval[],
  { values }: ApprovalsCommandLine,
  host: ApprovalsHost,
): Promise<boolean> {
  const [first, ...others] = approvals;
  const phrase = others.length > 0 ? phraseOfCalls(approvals) : first?.shown.phrase;
  if (phrase === undefined) return true;
  const given = values["phrase"];
  const isGiven = typeof given === "string";
  if (!isGiven) for (const approval of approvals) host.out(`${printApproval(approval)}\n`);
  const typed = isGiven ? given : await host.ask?.(`To approve exactly this, type: ${phrase}\n`);
  if (isPhrase(typed, phrase)) return true;
  host.err(
    typed === undefined
      ? `proviso approvals: nothing was approved: read the call above, and add --phrase "${phrase}" to approve exactly this`
      : "proviso approvals: nothing was approved: this is not the phrase of the call; `show` prints it",
  );
  return false;
}
