import type { Outcome } from "../../api/outcome.ts";
import { describeOutcome } from "../audit/audit.ts";
import { isUnknown, lookUpOutcome } from "../look-up/look-up-outcome.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { refuseWithoutLogIn } from "../step-up/step-up.ts";
import type { Acquisition, UncertainAttempt } from "./acquire-key.ts";
import { spendHeld } from "../limit/spend-held.ts";
import { done, rememberedUntil, type KeyedCall } from "./key-record.ts";

/**
 * Looks up an outcome that is stored as unknown, and stores what is found. Returns `acquired` if
 * the outcome stays unknown. Another process that is faster stores the same outcome.
 */
export async function resolveUnknown(
  key: string,
  acquired: Acquisition,
  call: KeyedCall,
  runtime: Runtime,
): Promise<Acquisition> {
  const attempt = uncertainAttempt(acquired);
  // The outcome is private, as a stored one is.
  if (!attempt || refuseWithoutLogIn(call, runtime)) return acquired;
  const outcome = await lookUpOutcome(call, attempt.callId, runtime);
  if (!outcome) return acquired;
  // Stored under this call's id, so that the other one's handler, if it ends, changes nothing.
  const settled = [done(key, call, outcome, runtime), rememberedUntil(call, runtime)] as const;
  const { store } = runtime;
  // Inserted if the key was released meanwhile: without a record, the call could run again.
  const isOurs =
    (await store.replace(key, attempt.revision, ...settled)) || (await store.insert(key, ...settled));
  if (isOurs) await recordSettlement(call, attempt.callId, outcome, runtime);
  if (isOurs) await spendHeld(call, attempt.callId, runtime);
  return { ...attempt, kind: "done", outcome, contractHash: call.tool.contract.hash };
}

function uncertainAttempt(acquired: Acquisition): UncertainAttempt | undefined {
  if (acquired.kind === "unknown") return acquired.attempt;
  return acquired.kind === "done" && isUnknown(acquired.outcome) ? acquired : undefined;
}

/** Records the outcome under the earlier call's id, of which the trail may have an intent only. */
export async function recordSettlement(
  call: KeyedCall,
  callId: string,
  outcome: Outcome,
  { record }: Runtime,
): Promise<void> {
  const { records: _ofThisCall, ...history } = call.history;
  await record({ ...call, id: callId, history }, "settlement", () => describeOutcome(outcome, history));
}
