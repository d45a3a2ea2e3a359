import { questionText } from "@proviso/manifest/question";
import type { PlannedCall } from "../call/call.ts";
import type { Realm } from "../../api/approvals.ts";
import { fingerprint } from "../../canonical/fingerprint.ts";

/** Returns the question about this call; undefined if it is too long to show: nobody is asked. */
export function confirmationMessage(
  { allowance, tool, principal, input, planned }: PlannedCall,
  phrase: string | undefined,
  expiresAt: Date,
  realm: Realm,
): string | undefined {
  const question = {
    contract: tool.contract,
    realm,
    caller: principal,
    input,
    ...(planned && { plan: planned.plan }),
    ...(phrase !== undefined && { phrase }),
    ...(allowance !== undefined && { allowance }),
    until: `${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`,
  };
  return questionText(question, fingerprint);
}
