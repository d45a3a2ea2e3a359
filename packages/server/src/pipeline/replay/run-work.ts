import type { Outcome } from "../../api/outcome.ts";
import { fingerprint } from "../../canonical/fingerprint.ts";
import type { AuthorizedCall, PlannedCall, Work } from "../call/call.ts";
import { isFinalOutcome } from "../call/is-final-outcome.ts";
import { refuse } from "../call/refuse.ts";
import type { LastStage, Next } from "../call/stage.ts";
import { spendHeld } from "../limit/spend-held.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { workRows } from "../runtime/work-rows.ts";
import { type HeldKey, release } from "./held-key.ts";
import { keptUntil, type KeyedCall } from "./key-record.ts";
import { recordSettlement } from "./resolve-unknown.ts";

/** Characters: a step's key, which begins with the work's id, has to fit what payment providers take. */
const idLength = 32;

/** The work of a call, until it turns out that an earlier call has begun it. */
export function newWork(
  keys: readonly { readonly key: string }[],
  call: AuthorizedCall,
  runtime: Runtime,
): Work {
  const id = fingerprint([...keys.map(({ key }) => key), call.id]).slice(0, idLength);
  return { id, until: keptUntil(call, runtime).getTime(), calls: [], holds: [] };
}

/** Runs a call made of steps: from the start, or with the input and from where the earlier calls of its work have left it. */
export async function runWork(
  call: KeyedCall,
  work: Work,
  runtime: Runtime,
  last: LastStage<PlannedCall>,
  next: Next<AuthorizedCall>,
): Promise<Outcome> {
  const rows = workRows(work, runtime);
  const former = work.calls.at(-1);
  if (former === undefined) {
    // An approver may have narrowed it.
    const keepInput = async () => void (await rows.put("input", { input: call.input }));
    return next({ ...call, finalChecks: [...call.finalChecks, keepInput] });
  }
  call.history.continues = former;
  // A failure of this call says nothing of the steps before it.
  call.history.acted = 1;
  const { input } = ((await rows.read("input")) ?? {}) as { readonly input?: typeof call.input };
  if (!input || call.tool.checkInput(input).length > 0)
    return refuse(call, "outcome_unknown", "An earlier call began, and its arguments can no longer be read.");
  return last.run({ ...call, input, planned: undefined });
}

/**
 * Keeps the outcome of a call that has completed, or failed for good after a step; releases the key if nothing was done. Any other
 * call is left to be continued, and its lease ends.
 */
export async function endWork(
  outcome: Outcome,
  held: HeldKey,
  call: KeyedCall,
  runtime: Runtime,
): Promise<void> {
  const { contract } = call.tool;
  const isForGood =
    outcome.kind === "failed" &&
    outcome.failure.retry === "never" &&
    contract.failureModes.some(({ code, implied }) => code === outcome.failure.code && !implied);
  if (call.history.executed && !isFinalOutcome(outcome, call)) return release(held, call);
  if (outcome.kind !== "completed" && !isForGood) return held.suspend();
  await held.remember(outcome);
  // Closes the intents of the earlier calls, and spends what they hold.
  for (const callId of call.work?.calls.splice(0) ?? []) {
    await recordSettlement(call, callId, outcome, runtime);
    await spendHeld(call, callId, runtime);
  }
}
