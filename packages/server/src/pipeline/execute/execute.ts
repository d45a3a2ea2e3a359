import type { PlannedCall } from "../call/call.ts";
import { canonicalCopy, copyForHost } from "../../canonical/canonical-copy.ts";
import { faultOf } from "../../api/fault.ts";
import type { ToolContext } from "../../api/handler.ts";
import type { Outcome } from "../../api/outcome.ts";
import { fail, refuse } from "../call/refuse.ts";
import { handlerContext, runHandler } from "./run-handler.ts";
import type { Ending, HandlerRuntime } from "./run-handler.ts";
import type { Stage } from "../call/stage.ts";

export interface ExecuteRuntime extends HandlerRuntime {
  /** Told what a caller must not be told. */
  readonly onFault: (error: unknown, tool: string) => void;
}

/** Runs the handler. What it returns must fit the contract; what it throws must be declared there. */
export function execute(runtime: ExecuteRuntime): Stage<PlannedCall, never> {
  return {
    name: "execute",
    async run(call) {
      const controller = new AbortController();
      const context = handlerContext("execute", call, controller, runtime);
      const refusal = await passGates(call);
      if (refusal) return refusal;
      return toOutcome(call, await enter(call, context, controller), runtime);
    },
  };
}

async function passGates({ gates }: PlannedCall): Promise<Outcome | undefined> {
  for (const gate of gates.toReversed()) {
    const refusal = await gate();
    if (refusal) return refusal;
  }
  return undefined;
}

function enter(
  call: PlannedCall,
  context: ToolContext<unknown, unknown>,
  controller: AbortController,
): Promise<Ending> {
  return runHandler(call, context, controller, (given) => {
    call.trace.executed = true;
    return call.tool.handler.execute(copyForHost(call.input), given);
  });
}

function toOutcome(call: PlannedCall, ending: Ending, { onFault }: ExecuteRuntime): Outcome {
  if (ending.kind === "returned") return checkOutput(call, ending.value);
  if (ending.kind === "declared")
    return { kind: "failed", tool: call.tool.contract.name, failure: ending.failure };
  if (ending.kind === "undeclared") {
    call.trace.fault = `the handler threw ${faultOf(ending.error)}, which its contract does not declare`;
    onFault(ending.error, call.tool.contract.name);
    return fail(call, "internal_error", "The tool failed in a way that its contract does not declare.");
  }
  return unfinished(call, ending.kind);
}

function checkOutput(call: PlannedCall, value: unknown): Outcome {
  const output = canonicalCopy(value);
  const problems = output ? call.tool.checkOutput(output) : [{ path: "", problem: "must be a JSON object" }];
  if (output && problems.length === 0) {
    return { kind: "completed", tool: call.tool.contract.name, output, replayed: false };
  }
  const list = problems.map(({ path, problem }) => `${path} ${problem}`.trim());
  call.trace.fault = `the output does not fit the contract: ${list.join("; ")}`;
  return fail(call, "internal_error", "The tool ran, but its result does not fit its contract.");
}

/** Whoever stops waiting for an effect does not know whether it happens. */
function unfinished(call: PlannedCall, kind: "timeout" | "cancelled"): Outcome {
  if (!call.trace.executed) return refuse(call, "timeout", "The caller gave up before the call ran.");
  const why = kind === "timeout" ? "took too long" : "was cancelled";
  if (call.tool.contract.sideEffects.length === 0) return fail(call, "timeout", `The call ${why}.`);
  return fail(call, "outcome_unknown", `The call ${why}: it is not known whether it took effect.`);
}
