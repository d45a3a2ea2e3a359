import type { Outcome } from "../../api/outcome.ts";
import { fingerprint } from "../../canonical/fingerprint.ts";
import type { AuthorizedCall, FinalCheck, PlannedCall, Work } from "../call/call.ts";
import { refuse } from "../call/refuse.ts";
import type { LastStage, Next } from "../call/stage.ts";
import { spendHeld } from "../limit/spend-held.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { workIdLength } from "../steps/call-steps.ts";
import { inputOfWork, keepInput } from "../steps/step-rows.ts";
import { keptUntil, type KeyedCall } from "./key-record.ts";
import { recordSettlement } from "./resolve-unknown.ts";

type WorkingCall = KeyedCall & Required<Pick<KeyedCall, "work">>;

/** The work of a call, until it turns out that an earlier call has begun it. */
export function newWork(
  keys: readonly { readonly key: string }[],
  call: AuthorizedCall,
  runtime: Runtime,
): Work {
  const id = fingerprint([...keys.map(({ key }) => key), call.id]).slice(0, workIdLength);
  return { id, until: keptUntil(call, runtime).getTime(), calls: [], holds: [] };
}

/** Runs a call made of steps: from the start, or from where the earlier calls of its work have left it. */
export async function runWork(
  call: WorkingCall,
  runtime: Runtime,
  last: LastStage<PlannedCall>,
  next: Next<AuthorizedCall>,
): Promise<Outcome> {
  const { history, work } = call;
  const former = work.calls.at(-1);
  if (former === undefined) {
    const keep: FinalCheck = async () => void (await keepInput(work, call.input, runtime));
    return next({ ...call, finalChecks: [...call.finalChecks, keep] });
  }
  history.continues = former;
  const input = await inputOfWork(work, runtime);
  if (!input || call.tool.checkInput(input).length > 0)
    return refuse(call, "outcome_unknown", "An earlier call began, and its arguments can no longer be read.");
  const outcome = await last.run({ ...call, input, planned: undefined });
  const settle = (each: Outcome): Promise<void> => settleEarlier(each, call, runtime);
  if (history.late) runtime.trackLate(history.late.then(settle));
  else await settle(outcome);
  return outcome;
}

/** Closes the intents of the earlier calls of a work that has completed, and spends what they hold. */
async function settleEarlier(outcome: Outcome, call: WorkingCall, runtime: Runtime): Promise<void> {
  if (outcome.kind !== "completed") return;
  for (const callId of call.work.calls) {
    await recordSettlement(call, callId, outcome, runtime);
    await spendHeld(call, callId, runtime);
  }
}
