import type { InvokeOptions, Outcome, Principal, WaitingTask, WaitingTasks } from "../api/outcome.ts";
import { identityOf } from "../canonical/identity.ts";
import type { InvokeTool, Runtime } from "../pipeline/runtime/runtime.ts";
import { type BegunRow, workRows } from "../pipeline/runtime/work-rows.ts";

/**
 * Calls made of steps as tasks, beside those that wait for people. Asking for a task makes the call again, as the caller who asks,
 * and begins none: so it also takes over the call of a process that has died.
 */
export function stepTasks(runtime: Runtime, invoke: InvokeTool, others?: WaitingTasks): WaitingTasks {
  const ownCall = async (id: string, caller: Principal | undefined): Promise<BegunRow | undefined> => {
    const row = (await workRows({ id, until: 0 }, runtime).read("input")) as BegunRow | undefined;
    return caller && row?.caller === identityOf(caller) ? row : undefined;
  };
  const shown = (id: string, { createdAt, until }: BegunRow, state: WaitingTask["state"]): WaitingTask => {
    return { id, createdAt, updatedAt: runtime.clock.now().getTime(), ttlMs: until - createdAt, state };
  };
  const again = async ({ tool, asked, key }: BegunRow, options: InvokeOptions): Promise<Outcome> =>
    orStranded(await invoke(tool, asked, { ...options, ...(key !== undefined && { idempotencyKey: key }) }));
  return {
    ...others,
    async begun(id, caller) {
      const row = await ownCall(id, caller);
      return row && shown(id, row, { kind: "working" });
    },
    async get(id, { signal: _doesNotStopIt, ...options }) {
      const row = await ownCall(id, options.principal);
      if (!row) return others?.get(id, options);
      return shown(id, row, stateOf(await again(row, { ...options, work: "continue" })));
    },
    has: async (id, caller) =>
      (await ownCall(id, caller)) ? true : ((await others?.has(id, caller)) ?? false),
    async cancel(id, caller) {
      const row = await ownCall(id, caller);
      if (!row || !caller) return (await others?.cancel(id, caller)) ?? false;
      return refusalOf(await again(row, { principal: caller, work: "cancel" })) ?? true;
    },
  };
}

/** The arguments fitted when the call began. */
function orStranded(outcome: Outcome): Outcome {
  if (outcome.kind !== "refused" || !outcome.failure.details?.["problems"]) return outcome;
  const message = `The call began under another contract, and goes on when it takes its arguments again. ${outcome.failure.message}`;
  return { ...outcome, failure: { ...outcome.failure, code: "outcome_unknown", message } };
}

/** Refused, these say that there is nothing left to go on with. */
const ends = new Set(["invalid_input", "idempotency_conflict", "outcome_unknown"]);

/** The client asks for a task until it has ended, so what goes away with time is no end, nor what only this look was refused for. */
function stateOf(outcome: Outcome): WaitingTask["state"] {
  if (outcome.kind === "input_required") return { kind: "working" };
  if (outcome.kind === "unknown_tool") return { kind: "working", says: unseen };
  if (outcome.kind !== "refused" && outcome.kind !== "failed") return { kind: "completed", outcome };
  const { code, details, message } = outcome.failure;
  if (code === "cancelled") return { kind: "cancelled", says: message };
  if (code !== "in_progress" && (outcome.kind === "failed" || ends.has(code)))
    return { kind: "completed", outcome };
  const { done } = details ?? {};
  return { kind: "working", says: Array.isArray(done) ? `Done: ${done.join(", ") || "no step"}.` : message };
}

const unseen = "This caller may not call the tool now, so nothing more is told of the call.";

/** Why a call was not cancelled. One that goes on here or elsewhere begins no further step. */
function refusalOf(outcome: Outcome): string | undefined {
  if (outcome.kind === "unknown_tool") return unseen;
  return outcome.kind === "refused" && outcome.goesOn === undefined ? outcome.failure.message : undefined;
}
