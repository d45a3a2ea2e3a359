import type { Outcome } from "../../api/outcome.ts";
import { describeOutcome } from "../audit/audit.ts";
import { isUnknown, reconcile } from "../reconcile/reconcile.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { refuseWithoutLogIn } from "../step-up/step-up.ts";
import type { Acquisition, Doubt } from "./acquire-key.ts";
import { done, rememberedUntil, type KeyedCall } from "./key-record.ts";

/**
 * If the outcome under a key is unknown, asks the tool that the contract names what became of that call. What it says is kept in
 * place of the doubt; if another process was faster, it has kept the same.
 */
export async function settleDoubt(
  key: string,
  acquired: Acquisition,
  call: KeyedCall,
  runtime: Runtime,
): Promise<Acquisition> {
  const doubt = doubtOf(acquired);
  // The outcome is private, as a stored one is.
  if (!doubt || refuseWithoutLogIn(call, runtime)) return acquired;
  const outcome = await reconcile(call, doubt.callId, runtime);
  if (!outcome) return acquired;
  // Under the id of this call, so that the handler of the other one, if it still ends, changes nothing.
  const settled = [done(key, call, outcome, runtime), rememberedUntil(call, runtime)] as const;
  const { store } = runtime;
  // Without a record, the call could run again: inserted if somebody has released the key meanwhile.
  const isOurs =
    (await store.replace(key, doubt.revision, ...settled)) || (await store.insert(key, ...settled));
  if (isOurs) await recordSettlement(call, doubt, outcome, runtime);
  return { ...doubt, kind: "done", outcome, contractHash: call.tool.contract.hash };
}

function doubtOf(acquired: Acquisition): Doubt | undefined {
  if (acquired.kind === "unknown") return acquired.doubt;
  return acquired.kind === "done" && isUnknown(acquired.outcome) ? acquired : undefined;
}

/** Of the call that was in doubt: of it there may be only an intent. */
async function recordSettlement(
  call: KeyedCall,
  { callId }: Doubt,
  outcome: Outcome,
  { record }: Runtime,
): Promise<void> {
  const { records: _ofThisCall, ...history } = call.history;
  await record({ ...call, id: callId, history }, "settlement", () => describeOutcome(outcome, history));
}
