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

/** Every call of a set is shown, after its sums, where of another long list only the beginning is. */
function withEveryCall({ set, ...plan }: JsonObject): JsonObject {
  const parts = Object.entries(isObject(set) ? set : {}).toReversed();
  const shown = parts.flatMap(([name, list]): readonly (readonly [string, Json])[] =>
    Array.isArray(list)
      ? list.map((each: Json, index) => [`${name.replace(/s$/, "")}${index + 1}`, inWords(each)])
      : [[name, list]],
  );
  return { ...plan, ...Object.fromEntries(shown) };
}

function inWords(row: Json): Json {
  const { call, ...rest } = isObject(row) ? row : {};
  return call === undefined ? row : { does: call, ...rest };
}
