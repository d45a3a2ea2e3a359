import type { Failure } from "@proviso/manifest";
import type { ToolContext } from "../../api/handler.ts";
import type { Outcome } from "../../api/outcome.ts";
import { faultOf } from "../../api/fault.ts";
import { isInSteps, type RunEngineStep } from "../../api/steps.ts";
import { boundedCopy, copyForHost } from "../../canonical/canonical-copy.ts";
import { startOfText } from "../../canonical/whole-text.ts";
import type { PlannedCall } from "../call/call.ts";
import { fail, refuse } from "../call/refuse.ts";
import type { Answered, LastStage } from "../call/stage.ts";
import { inDoubt, isUnknown, lookUpOutcome } from "../look-up/look-up-outcome.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { callSteps } from "./call-steps.ts";
import { handlerContext, interruptions, runHandler } from "./run-handler.ts";
import type { Ending, Interruption } from "./run-handler.ts";
import { throughEngine } from "./through-engine.ts";

/** Runs the handler. Its result must fit the contract, and its errors must be declared there. */
export function execute(runtime: Runtime): LastStage<PlannedCall> {
  return {
    name: "execute",
    run(call) {
      const controller = new AbortController();
      const context = handlerContext("execute", call, controller, runtime);
      // A caller that has gone uses up no approval and no key.
      if (call.options.signal?.aborted) return gaveUp(call);
      const enter = (): Answered<Outcome> => {
        const ending = enterHandler(call, context, controller, runtime);
        return ending instanceof Promise
          ? ending.then((each) => endCall(call, each, runtime))
          : endCall(call, ending, runtime);
      };
      // Stryker disable next-line ConditionalExpression: saves a turn
      if (call.finalChecks.length === 0) return enter();
      return runFinalChecks(call).then((refusal) => refusal ?? enter());
    },
  };
}

function endCall(call: PlannedCall, ending: Ending, runtime: Runtime): Answered<Outcome> {
  const outcome = toOutcome(call, ending, runtime);
  const known = findOut(call, outcome, runtime);
  // A handler that ends later says nothing more about an outcome that is known by then.
  const leave = (each: Outcome): Outcome =>
    each === outcome ? leaveOpen(call, ending, outcome, runtime) : each;
  return known instanceof Promise ? known.then(leave) : leave(known);
}

/** Looks up an outcome that is unknown, or a failure after which callers retry, because a retry repeats what was done before it. */
function findOut(call: PlannedCall, outcome: Outcome, runtime: Runtime): Answered<Outcome> {
  // Its steps were looked up.
  if (isInSteps(call.tool.handler.execute)) return outcome;
  const isInDoubt = isUnknown(outcome) || (outcome.kind === "failed" && outcome.failure.retry !== "never");
  if (!isInDoubt) return outcome;
  return lookUpOutcome(call, call.id, runtime).then((found) => found ?? outcome);
}

/** Keeps the end of a handler that still runs, for the audit. */
function leaveOpen(call: PlannedCall, ending: Ending, outcome: Outcome, runtime: Runtime): Outcome {
  if ("late" in ending && hasEffects(call))
    call.history.late = ending.late.then((late) => findOut(call, toOutcome(call, late, runtime), runtime));
  return outcome;
}

async function runFinalChecks({ finalChecks }: PlannedCall): Promise<Outcome | undefined> {
  for (const check of finalChecks.toReversed()) {
    const refusal = await check();
    if (refusal) return refusal;
  }
  return undefined;
}

function enterHandler(
  call: PlannedCall,
  context: ToolContext<unknown, unknown>,
  controller: AbortController,
  runtime: Runtime,
): Answered<Ending> {
  return runHandler(call, context, controller, runtime, (given) => {
    call.history.executed = true;
    const { handler } = call.tool;
    if (isInSteps(handler.execute)) return runInSteps(call, given, runtime);
    return handler.execute(copyForHost(call.input), given);
  });
}

/** An engine runs calls with a key alone: others cannot be continued. */
function runInSteps(call: PlannedCall, given: ToolContext<unknown, unknown>, runtime: Runtime): unknown {
  const { durable, onFault, valueSeal } = runtime;
  const { tool, work } = call;
  const run = async (inEngine?: RunEngineStep): Promise<unknown> => {
    const { step, end } = callSteps(call, given, runtime, inEngine);
    try {
      return await tool.handler.execute(copyForHost(call.input), { ...given, step });
    } finally {
      // A handler may fail beside its steps: what they do counts as done before the call has an end.
      await end();
    }
  };
  if (!durable || !work) return run();
  const cancel = (): void =>
    void durable.cancel(work.id).catch((error: unknown) => onFault(error, tool.contract.name));
  given.signal.addEventListener("abort", cancel);
  return throughEngine(durable, work.id, valueSeal, run);
}

function toOutcome(call: PlannedCall, ending: Ending, runtime: Runtime): Outcome {
  if (call.history.doubt !== undefined) return fail(call, "outcome_unknown", call.history.doubt);
  if (ending.kind === "returned") return checkOutput(call, ending.value, runtime);
  if (ending.kind === "declared")
    return { kind: "failed", tool: call.tool.contract.name, failure: withSteps(call, ending.failure) };
  if (ending.kind === "undeclared" || ending.kind === "stray")
    return brokenOutputContract(call, ending, runtime);
  return unfinishedExecution(call, ending.kind);
}

/** Names the finished steps of a call without a key, which nothing continues or undoes: made again, it would do them again. */
function withSteps({ history, work }: PlannedCall, failure: Failure): Failure {
  const { done } = history;
  if (work || !done) return failure;
  const kept = done.map((name) => `Step \`${name}\` was done and is not undone.`);
  const details = { ...failure.details, steps: { kept: done } };
  return { ...failure, message: [failure.message, ...kept].join(" "), retry: "never", details };
}

const maxMessageBytes = 64 * 1024;
const makeAgain = "the same call made again goes on after the finished ones, or says what came of them";

/** Returns the outcome of a result that breaks the contract. The handler may have acted. */
function brokenOutputContract(
  call: PlannedCall,
  { kind, error }: Extract<Ending, { readonly error: unknown }>,
  { onFault }: Runtime,
): Outcome {
  call.history.fault =
    kind === "stray"
      ? `a promise that the handler does not await was rejected with ${faultOf(error)}`
      : `the handler threw ${faultOf(error)}, which its contract does not declare`;
  onFault(error, call.tool.contract.name);
  if (call.work) return fail(call, "internal_error", `The tool failed between its steps: ${makeAgain}.`);
  if (!hasEffects(call))
    return fail(call, "internal_error", "The tool failed in a way that its contract does not declare.");
  const isTold = error instanceof Error && error.name === "OutcomeUnknown";
  const message = isTold
    ? startOfText(error.message, maxMessageBytes)
    : "The tool failed in a way that its contract does not declare: it may have taken effect.";
  return inDoubt(call, fail(call, "outcome_unknown", message));
}

function checkOutput(call: PlannedCall, value: unknown, { maxResultBytes, onFault }: Runtime): Outcome {
  const handlerOutput = boundedCopy(value, maxResultBytes);
  const problems = handlerOutput
    ? call.tool.checkOutput(handlerOutput)
    : [
        {
          path: "",
          problem: `must be a JSON object of at most ${maxResultBytes} bytes (\`maxResultBytes\`)`,
        },
      ];
  const tool = call.tool.contract.name;
  const isContent = call.tool.contract.result !== undefined;
  if (handlerOutput && problems.length === 0)
    return {
      kind: "completed",
      tool,
      output: handlerOutput,
      ...(isContent && { isContent }),
      replayed: false,
    };
  const list = problems.map(({ path, problem }) => `${path} ${problem}`.trim());
  call.history.fault = `the output does not fit the contract: ${list.join("; ")}`;
  onFault(new TypeError(call.history.fault), tool);
  if (!hasEffects(call))
    return fail(call, "internal_error", "The tool ran, but its result does not fit its contract.");
  const message = "The tool ran and took effect, but its result does not fit its contract and is withheld.";
  return inDoubt(call, fail(call, "outcome_unknown", message));
}

/** Returns the outcome of an interrupted handler: unknown if it may still act. */
function unfinishedExecution(call: PlannedCall, kind: Interruption): Outcome {
  const why = interruptions[kind];
  if (!call.history.executed)
    return kind === "stopped"
      ? refuse(call, "server_unavailable", "The server shut down before the call ran.")
      : gaveUp(call);
  if (!hasEffects(call)) return fail(call, "timeout", `The call ${why}.`);
  const goesOn = call.work?.id;
  if (goesOn) return { ...fail(call, "in_progress", `The call ${why} in its steps: ${makeAgain}.`), goesOn };
  return fail(call, "outcome_unknown", `The call ${why}: it is not known whether it took effect.`);
}

function gaveUp(call: PlannedCall): Outcome {
  return refuse(call, "timeout", "The caller gave up before the call ran.");
}

function hasEffects({ tool }: PlannedCall): boolean {
  return tool.contract.sideEffects.length > 0;
}
