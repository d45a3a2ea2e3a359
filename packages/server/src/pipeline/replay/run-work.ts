import type { JsonObject } from "@proviso/manifest";
import type { Outcome } from "../../api/outcome.ts";
import { fingerprint } from "../../canonical/fingerprint.ts";
import { identityOf } from "../../canonical/identity.ts";
import type { AuthorizedCall, PlannedCall, Work } from "../call/call.ts";
import { declares, isFinalOutcome } from "../call/is-final-outcome.ts";
import { fail, refuse } from "../call/refuse.ts";
import type { LastStage, Next } from "../call/stage.ts";
import { elsewhere, isHeld } from "../execute/call-steps.ts";
import { spendHeld } from "../limit/spend-held.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { type BegunRow, cancelledRow, type UndoRow, workRows } from "../runtime/work-rows.ts";
import { type HeldKey, release } from "./held-key.ts";
import { keptUntil, type KeyedCall } from "./key-record.ts";
import { recordSettlement } from "./resolve-unknown.ts";
import { undoSteps, type WorkCall } from "./undo-steps.ts";

export const noWork =
  "There is no such call to go on with, or it cannot be cancelled: that needs a contract with `compensate`.";

/** Characters: a step's key, which begins with the work's id, has to fit what payment providers take. */
const idLength = 32;

/** The work of a call, until it turns out that an earlier call has begun it. */
export function newWork(call: AuthorizedCall, runtime: Runtime): Work {
  const id = fingerprint(call.id).slice(0, idLength);
  return { id, until: keptUntil(call, runtime).getTime(), calls: [], holds: [] };
}

/** Runs a call made of steps: from the start, or with the input and from where the earlier calls of its work have left it. */
export async function runWork(
  call: WorkCall,
  runtime: Runtime,
  last: LastStage<PlannedCall>,
  next: Next<AuthorizedCall>,
): Promise<Outcome> {
  const { options, work } = call;
  const rows = workRows(work, runtime);
  const former = work.calls.at(-1);
  if (former === undefined) {
    if (options.work) return refuse(call, "invalid_input", noWork);
    const outcome = await next({
      ...call,
      finalChecks: [...call.finalChecks, () => keepCall(call, runtime)],
    });
    return undoAfter(outcome, call, runtime);
  }
  call.history.continues = former;
  // A failure of this call says nothing of the steps before it.
  call.history.acted = 1;
  const { input } = ((await rows.read("input")) ?? {}) as Partial<BegunRow>;
  if (options.work === "cancel") await rows.insert("undo", cancelledRow);
  const undo = (await rows.read("undo")) as UndoRow | undefined;
  if (undo) return undoSteps({ ...call, input: input ?? call.input }, undo, runtime);
  if (!input)
    return refuse(call, "outcome_unknown", "An earlier call began, and its arguments can no longer be read.");
  const stranded = strandedText(call, input);
  if (stranded !== undefined) return refuse(call, "outcome_unknown", stranded);
  const goesOn = { ...call, input, planned: undefined };
  return undoAfter(await last.run(goesOn), goesOn, runtime);
}

/** Says that a call cannot go on with the arguments with which it began; undefined if it can. */
export function strandedText({ tool }: AuthorizedCall, input: JsonObject): string | undefined {
  const problems = tool.checkInput(input).map(({ path, problem }) => `${path} ${problem}`.trim());
  if (problems.length === 0) return undefined;
  const began = "An earlier call began under another contract, and its arguments do not fit this one";
  return `${began}: ${problems.join("; ")}. It goes on when the contract takes them again.`;
}

async function keepCall({ edited, input, options, principal, tool, work }: WorkCall, runtime: Runtime) {
  const asked = {
    tool: tool.contract.name,
    asked: edited?.asked.input ?? input,
    key: options.idempotencyKey,
  };
  const times = { createdAt: runtime.clock.now().getTime(), until: work.until };
  const row: BegunRow = { input, caller: identityOf(principal), ...asked, ...times };
  await workRows(work, runtime).put("input", row);
  return undefined;
}

/** Ends a call that somebody has cancelled before it ended, or that failed for good after a step: its outcome names each step. */
async function undoAfter(outcome: Outcome, call: WorkCall, runtime: Runtime): Promise<Outcome> {
  const { history } = call;
  const rows = workRows(call.work, runtime);
  const finish = async (each: Outcome): Promise<Outcome> => {
    if (history.acted && isForGood(each, call)) {
      if (!(await isHeld(call.work))) return fail(call, "in_progress", elsewhere);
      await rows.insert("undo", { failure: each.failure });
    }
    const undo = (await rows.read("undo")) as UndoRow | undefined;
    return undo ? undoSteps(call, undo, runtime) : each;
  };
  if (!history.late) return finish(outcome);
  // A store that fails leaves the rest to the next call.
  history.late = history.late.then(finish).catch(() => outcome);
  return outcome;
}

type Failed = Extract<Outcome, { readonly kind: "failed" }>;
/** Whether the failure says that the call never completes. */
function isForGood(outcome: Outcome, { tool }: KeyedCall): outcome is Failed {
  if (outcome.kind !== "failed" || outcome.failure.retry !== "never") return false;
  return outcome.failure.code === "cancelled" || declares(tool.contract, outcome.failure.code);
}

/**
 * Keeps the outcome of a call that has completed, or failed for good after a step; releases the key if nothing was done. Any other
 * call is left to be continued, and its lease ends.
 */
export async function endWork(
  outcome: Outcome,
  held: HeldKey,
  call: WorkCall,
  runtime: Runtime,
): Promise<void> {
  if (call.history.executed && !isFinalOutcome(outcome, call)) return release(held, call);
  if (outcome.kind !== "completed" && !isForGood(outcome, call)) return held.suspend();
  await held.remember(outcome);
  // A call that was cancelled while it ran holds it still.
  await spendHeld(call, call.id, runtime);
  // Closes the intents of the earlier calls, and spends what they hold.
  for (const callId of call.work.calls.splice(0)) {
    await recordSettlement(call, callId, outcome, runtime);
    await spendHeld(call, callId, runtime);
  }
}
