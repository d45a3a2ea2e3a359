import { isObject, type Json, type JsonObject } from "@proviso/manifest";
import { questionText } from "@proviso/manifest/question";
import type { PlannedCall } from "../call/call.ts";
import type { Realm } from "../../api/approvals.ts";
import { fingerprint } from "../../canonical/fingerprint.ts";

/** Returns the question about this call; undefined if it is too long to show: nobody is asked. */
export function confirmationMessage(
  { allowance, tool, principal, input, planned, set }: PlannedCall,
  phrase: string | undefined,
  expiresAt: Date,
  realm: Realm,
): string | undefined {
  const question = {
    contract: tool.contract,
    realm,
    caller: principal,
    input,
    ...(planned && { plan: set ? withEveryCall(planned.plan) : planned.plan }),
    ...(phrase !== undefined && { phrase }),
    ...(allowance !== undefined && { allowance }),
    until: `${expiresAt.toISOString().slice(0, 16).replace("T", " ")} UTC`,
  };
  return questionText(question, fingerprint);
}

/** Every call of a set is shown, where of another long list only the beginning is. */
function withEveryCall({ set, ...plan }: JsonObject): JsonObject {
  const parts = Object.entries(isObject(set) ? set : {});
  return { ...plan, set: Object.fromEntries(parts.map(([name, list]) => [name, withNames(list)])) };
}

function withNames(list: Json): Json {
  return Array.isArray(list) ? Object.fromEntries(list.map((each, index) => [`n${index + 1}`, each])) : list;
}
