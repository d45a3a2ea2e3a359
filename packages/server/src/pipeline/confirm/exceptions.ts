import { type Exception, exceptedAmount, exceptionEnd, exceptionOf } from "@proviso/manifest";
import { callSentence, sentenceText } from "@proviso/manifest/question";
import type { Outcome } from "../../api/outcome.ts";
import { realmKey } from "../../canonical/realm.ts";
import type { PlannedCall } from "../call/call.ts";
import { refuse } from "../call/refuse.ts";
import type { Next } from "../call/stage.ts";
import { settledAfter } from "../limit/limit.ts";
import { budgetLimit, type Limit } from "../limit/limits-of.ts";
import { reservations } from "../limit/reservations.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { endPending } from "./ask-approvals.ts";

type RunExcepted = (
  call: PlannedCall,
  next: Next<PlannedCall>,
  ask: () => Promise<Outcome>,
) => Promise<Outcome>;

/**
 * Runs a call that the contract's exception covers, and asks about any other. The amount is reserved in the exception's own budget, so
 * that calls at the same time, in any process, add up to no more than that. A person's denial of an equal call still counts.
 */
export function exceptions(runtime: Runtime): RunExcepted {
  const counts = reservations(runtime);
  return async (call, next, ask) => {
    const exception = exceptionOf(call.tool.contract);
    const limit = exception && limitOf(call, exception, runtime);
    if (!exception || !limit || !(await isInForce(call, exception, runtime))) return ask();
    return settledAfter(call, [limit], counts, runtime, async () => {
      if (await counts.reserve(limit, call)) return ask();
      const check = async (): Promise<Outcome | undefined> =>
        (await endPending(call, runtime, "not_needed")) ?? putExceptionOnRecord(call, exception, runtime);
      return next({ ...call, finalChecks: [...call.finalChecks, check] });
    });
  };
}

function limitOf(call: PlannedCall, exception: Exception, { realm }: Runtime): Limit | undefined {
  const { budget, unit = "" } = exception;
  const amount = exceptedAmount(exception, call.input);
  return amount === undefined ? undefined : budgetLimit("exception", budget, call, { amount, unit, realm });
}

/** For how long it is remembered that an exception has ended: a clock that is set back does not begin it again. */
const knownAfterEndMs = 10 * 365 * 86_400_000;

/** Whether the last day is not over, by the clock of this process and by that of the store. A clock that cannot be read says no. */
async function isInForce(call: PlannedCall, exception: Exception, runtime: Runtime): Promise<boolean> {
  const { clock, realm, store } = runtime;
  const end = exceptionEnd(exception);
  const times = [clock.now(), ...(store.now ? [await store.now()] : [])].map((time) => time.getTime());
  // Stryker disable next-line StringLiteral: for people who look into a store
  const key = realmKey(realm, "exception-ended", call.tool.contract.name, exception.expires);
  if (times.some((time) => time >= end)) await store.insert(key, true, new Date(end + knownAfterEndMs));
  return times.every((time) => time < end) && (await store.get(key)) === undefined;
}

/** Records before the handler runs that nobody was asked, and by which exception. */
async function putExceptionOnRecord(
  call: PlannedCall,
  { expires, reason, reviewer, unit, upTo }: Exception,
  runtime: Runtime,
): Promise<Outcome | undefined> {
  const details = { upTo, ...(unit !== undefined && { unit }), reviewer, expires };
  const isOnRecord = await runtime.record(call, "approval", () => ({
    via: "exception",
    summary: sentenceText(callSentence(call.tool.contract, call.input)),
    reason,
    details,
  }));
  if (isOnRecord) return undefined;
  return refuse(call, "server_unavailable", "The exception could not be recorded: audit unavailable.");
}
