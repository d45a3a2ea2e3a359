import type { ValidCall } from "../call/call.ts";
import type { Check } from "../call/stage.ts";

/**
 * Selects the contract for the input: the tool's own rules, which are the strictest, or a refinement. The choice depends only
 * on input and contract, so an approval of both covers it.
 */
export function refine(): Check<ValidCall, ValidCall> {
  return { name: "refine", run: (call, next) => next(refinedCall(call)) };
}

function refinedCall(call: ValidCall): ValidCall {
  const refinementPosition = call.tool.refined?.choose(call.input);
  const tool = refinementPosition === undefined ? undefined : call.tool.refined?.tools[refinementPosition];
  if (refinementPosition === undefined || tool === undefined) return call;
  call.history.refinement = refinementPosition;
  return { ...call, tool };
}
