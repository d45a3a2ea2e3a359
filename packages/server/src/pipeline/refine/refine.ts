import type { ValidCall } from "../call/call.ts";
import type { Check } from "../call/stage.ts";

/**
 * What is asked for says which contract applies: the tool's own, which is the worst case, or one of its refinements. It
 * follows from the input and the contract alone, so whatever is bound to both, as an approval is, is bound to it.
 */
export function refine(): Check<ValidCall, ValidCall> {
  return { name: "refine", run: (call, next) => next(refined(call)) };
}

function refined(call: ValidCall): ValidCall {
  const position = call.tool.refined?.choose(call.input);
  const tool = position === undefined ? undefined : call.tool.refined?.tools[position];
  if (position === undefined || tool === undefined) return call;
  call.history.refinement = position;
  return { ...call, tool };
}
